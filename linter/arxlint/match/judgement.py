"""What is said of a label and a paper: the kinds of label, the verdicts, and the judgement."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from arxlint.diagnostic import Confidence


class LabelKind(StrEnum):
    """What an author's words for a paper are, as far as their place in the document tells."""

    TITLE = "title"
    """Given as the title: a bib field, quoted before the authors, a table's title column."""
    NICKNAME = "nickname"
    """A short name: ``C²KV``, ``Qwen2.5-VL``, ``Fuzzy Metaballs``."""
    DESCRIPTION = "description"
    """Free words about the paper, in any language."""
    LINK_TEXT = "link_text"
    """The text of a link: any of the above, or nothing ("here"); its shape has to tell."""


class Verdict(StrEnum):
    """Whether a label is the paper's."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNKNOWN = "unknown"
    """Cannot tell: silence is due."""


class Judgement(NamedTuple):
    """A verdict on one label and one paper.

    ``reason`` is a short machine code (listed in ``arxlint.match.compare``), ``detail`` one readable
    clause without a final stop.  ``overlap`` is the share (0-1) of the label's weight in words that the
    paper's closest title has, for ranking; no verdict rests on it alone.
    """

    verdict: Verdict
    confidence: Confidence
    reason: str
    detail: str
    overlap: float = 0.0
