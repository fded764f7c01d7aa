"""The audit: one report on a whole knowledge base, for people who have to put it right."""
