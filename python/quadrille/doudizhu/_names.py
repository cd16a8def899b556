"""Names of roles and calls."""

#: The names of roles 0, 1 and 2, in the order of play.
ROLES = ("landlord", "landlord_down", "landlord_up")
#: The calls of an auction, in the order of their numbers from 27,472 on.
CALLS = ("pass", "1", "2", "3", "call", "rob", "open", "double")
