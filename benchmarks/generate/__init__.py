"""Makes research knowledge bases of any size with known faults."""
