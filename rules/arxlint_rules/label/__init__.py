"""ARX3xx: names, titles, authors and years."""
