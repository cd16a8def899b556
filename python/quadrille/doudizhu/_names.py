"""What the numbers of roles and calls stand for."""

#: What the roles 0, 1, 2 are called; play goes in this order.
ROLES = ("landlord", "landlord_down", "landlord_up")
#: The calls of an auction, in the order of their numbers from 27,472 on.
CALLS = ("pass", "1", "2", "3", "call", "rob", "open", "double")
