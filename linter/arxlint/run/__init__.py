"""One run, from options to a result, and the ways people run it."""
