"""The persisted ledger: facts of a knowledge base in one SQLite file, read by key, renewed file by file."""
