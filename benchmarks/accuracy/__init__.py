"""Accuracy on real documents, measured: recognition, labels, swaps, known cases, real findings."""
