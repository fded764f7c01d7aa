"""What arXiv says about papers: the record, the store protocol and its implementations."""
