"""ARX4xx and ARX6xx: what arXiv says of the paper."""
