"""Benchmarks: measurements of the linter, not part of what is installed."""
