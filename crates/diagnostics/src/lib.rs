//! Errors in texts: file, line and column, excerpt, what was expected, nearest name.
