"""Settings, and what paths and words of a knowledge base mean."""
