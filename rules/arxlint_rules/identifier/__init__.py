"""ARX1xx: the identifier as it is written."""
