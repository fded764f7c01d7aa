"""What is said of a label and a paper: the verdicts, and the judgement."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from arxlint.diagnostic import Confidence
from arxlint.system.records import NamedTuple

LINK_TEXT: Final = "link_text"
"""A kind of label besides those of ``arxlint.extract.model.LabelKind``.

The text of a link may be a title, a name, a description, or nothing ("here"): its shape has to tell.
"""


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


def agrees(confidence: Confidence, reason: str, detail: str, overlap: float = 1.0) -> Judgement:
    """Return an agreement."""
    return Judgement(Verdict.AGREES, confidence, reason, detail, overlap)


def disagrees(confidence: Confidence, reason: str, detail: str, overlap: float) -> Judgement:
    """Return a disagreement."""
    return Judgement(Verdict.DISAGREES, confidence, reason, detail, overlap)


def unknown(reason: str, detail: str, overlap: float = 0.0) -> Judgement:
    """Return that nothing can be told."""
    return Judgement(Verdict.UNKNOWN, Confidence.LOW, reason, detail, overlap)
