"""Ctrl-C means what it means at a terminal, however the tests were started: jobs in a shell's background ignore it."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
