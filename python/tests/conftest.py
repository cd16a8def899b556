"""Restores the default handling of Ctrl-C, which background jobs of a shell ignore."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
