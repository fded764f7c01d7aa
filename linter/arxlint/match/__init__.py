"""Comparing what an author calls a paper with what arXiv calls it."""
