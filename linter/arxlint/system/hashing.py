"""Hash functions without OpenSSL: loading it takes longer than all of our hashing."""

# The names are those of hashlib, which takes them from the same modules if OpenSSL lacks them.

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b

        try:
            from _sha2 import sha256
        except ImportError:
            from _sha256 import sha256  # Python 3.11
    except ImportError:  # another build of Python
        from hashlib import blake2b, sha256

__all__ = ["blake2b", "sha256"]
