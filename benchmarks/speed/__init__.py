"""How fast: start-up, hook, finder, cold and warm checks, growth.  ``python -m benchmarks.speed --help``."""
