"""What can go wrong with metadata, as far as the user can do something about it."""

from __future__ import annotations


class StoreError(Exception):
    """A store, source or cache that cannot be used; the message is for the user (exit status 2)."""
