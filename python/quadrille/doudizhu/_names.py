"""Names of roles and calls."""

#: The names of roles 0, 1 and 2, in the order of play.
ROLES = ("landlord", "landlord_down", "landlord_up")
#: The calls of an auction. The first has the action number 27,472, the next 27,473, and so on.
CALLS = ("pass", "1", "2", "3", "call", "rob", "open", "double")
