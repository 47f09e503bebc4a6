"""How well a target's integers agree with a data set."""
