"""ARX5xx: lists, cards, briefings and living documents of a knowledge base."""
