"""ARX2xx: versions."""
