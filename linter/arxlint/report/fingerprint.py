"""Fingerprints: what stays the same of a diagnostic while the lines around it move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from unicodedata import normalize

from arxlint.diagnostic import Diagnostic
from arxlint.text.source import Source

_TEXT = 200
"""Characters of the marked text that count where a diagnostic names neither paper nor label."""


def fingerprint(
    diagnostics: Iterable[Diagnostic], sources: Callable[[str], Source] | None = None
) -> list[Diagnostic]:
    """Return the diagnostics in order of report, each with its fingerprint: 32 hexadecimal digits.

    It is made of code, path, paper, label and a number that tells equal ones apart, never of lines; nor of
    message and suggestion, which change with the metadata at hand.  ``sources`` gives the marked text where
    there is neither paper nor label.
    """
    from arxlint.system.hashing import sha256

    seen: dict[tuple[str, ...], int] = {}
    result = []
    for one in sorted(diagnostics, key=lambda one: one.sort_key):
        if one.paper is None and one.label is None and sources is not None:
            claim = sources(one.path).text[one.start : min(one.end, one.start + _TEXT)]
        else:
            claim = one.label or ""
        key = (one.code, one.path, one.paper or "", _normal(claim))
        ordinal = seen[key] = seen.get(key, -1) + 1
        digest = sha256("\0".join((*key, str(ordinal))).encode(errors="surrogatepass"))
        result.append(one._replace(fingerprint=digest.hexdigest()[:32]))
    return result


def _normal(text: str) -> str:
    return " ".join(normalize("NFKC", text).casefold().split())
