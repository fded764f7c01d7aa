"""Recognising arXiv identifiers in text: grammar, written forms, and what only looks like one."""
