"""ARX51x: what changed since a revision."""
