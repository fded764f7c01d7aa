"""The real documents to measure on: where they are, their texts, formats and languages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from arxlint.text.decode import decode
from arxlint.text.source import Source

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("ARXLINT_SHARED", ROOT.parent / "shared"))
DATA = SHARED / "data"

_HAN = re.compile("[\u4e00-\u9fff]")
_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7af]")


class RealDocument:
    """One document, read on demand.  ``path`` is relative to the folder of documents."""

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def format(self) -> str:
        """The extension, without its dot."""
        return self.path.rpartition(".")[2].lower()

    @cached_property
    def source(self) -> Source:
        """The document as the linter reads it."""
        return decode((DATA / "docs" / self.path).read_bytes(), self.path)

    @property
    def text(self) -> str:
        """The decoded text; offsets count its code points."""
        return self.source.text

    @cached_property
    def language(self) -> str:
        """``zh``, ``ja``, ``ko`` or ``en`` (everything without a notable share of CJK script)."""
        return language_of(self.text)


def language_of(text: str) -> str:
    """Tell the language of a text by its script; a twentieth of CJK characters is enough."""
    letters = max(1, sum(map(str.isalpha, text[:200_000])))
    head = text[:200_000]
    han, kana, hangul = (len(script.findall(head)) for script in (_HAN, _KANA, _HANGUL))
    if hangul * 20 > letters:
        return "ko"
    if (han + kana) * 20 > letters:
        return "ja" if kana * 8 > han else "zh"
    return "en"


def documents() -> Iterator[RealDocument]:
    """Yield all documents in order of path.  Raises FileNotFoundError where the data is absent."""
    manifest = (DATA / "docs" / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()
    for line in sorted(manifest[1:]):
        yield RealDocument(line.split("\t", 1)[0])
