"""What callers may hand over: a path or a text."""

import os
from pathlib import Path


def path_or_text(asked: str | os.PathLike[str]) -> tuple[Path | None, str | None]:
    """(path, None) or (None, text): a text is a string of several lines, everything else is a path."""
    if isinstance(asked, str) and "\n" in asked:
        return None, asked
    return Path(asked), None
