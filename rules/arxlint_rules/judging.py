"""Reading an assessment: short questions that several rules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxlint.diagnostic import Confidence
from arxlint.match.judgement import Verdict

if TYPE_CHECKING:
    from arxlint.match.mention import MentionAssessment


def agrees(found: MentionAssessment | None) -> bool:
    """Tell whether what stands at a mention is its paper's name or title."""
    return found is not None and found.verdict is Verdict.AGREES


def disagrees(found: MentionAssessment | None) -> bool:
    """Tell whether what stands at a mention is not its paper's (ARX303 reports it).

    What speaks against a label with low confidence only is nothing to accuse its author of.
    """
    return (
        found is not None and found.verdict is Verdict.DISAGREES and found.confidence is not Confidence.LOW
    )


def unsupported(found: MentionAssessment | None) -> bool:
    """Tell whether a name stands in neither title nor abstract of its paper (ARX306 reports it)."""
    return found is not None and found.verdict is Verdict.UNKNOWN and found.reason == "unsupported-name"
