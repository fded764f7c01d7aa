"""arxlint: a linter for arXiv citations."""

__version__ = "0.1.0"
