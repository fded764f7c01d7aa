"""The profile's words as patterns: which list is new, which is carried over, what counts papers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from arxlint.config.profile import Profile

NEW: Final = "new"
CARRIED_OVER: Final = "carried-over"

COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_PARENTHESIS: Final = re.compile(r"[(（\[【][^()（）\[\]【】]*[)）\]】]")
_NEGATION: Final = re.compile(r"(?:[非不无未没]|(?<![A-Za-z])(?:not?|non)[\s-])\Z", re.IGNORECASE)
_DATE_PART: Final = re.compile(
    r"(?i)(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?|"
    r"[0-9０-９]+|[年月日]|(?:today|this week)"
)
_NOT_A_WORD: Final = re.compile(r"[\W_]+")


def is_plain_latin(word: str) -> bool:
    """Tell whether a word of the profile is one Latin word without blanks or hyphens."""
    return word.isascii() and word.isalpha()


def alternatives(words: Iterable[str]) -> str:
    """Return the source of a pattern that matches any of the words, longest first.

    Latin words end where Latin letters or digits end; blanks and hyphens in them stand for either.  CJK
    words and signs match anywhere.
    """
    sources, leads = [], []
    for word in sorted(set(words), key=lambda word: (-len(word), word)):
        source = r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", word) if part)
        if not source:
            continue
        if word[0].isascii() and word[0].isalnum():
            source = r"(?<![A-Za-z0-9])" + source
        if word[-1].isascii() and word[-1].isalnum():
            source += r"(?![A-Za-z0-9])"
        sources.append(source)
        leads.append(re.escape(word[0]))
    # Most places begin with none of them: one look at the first character rules them all out.
    return f"(?=[{''.join(sorted(set(leads)))}])(?:{'|'.join(sources)})" if sources else r"(?!)"


def role_phrases(profile: Profile) -> re.Pattern[str]:
    """Return the pattern of the words that mark a role wherever they stand; groups ``new`` and ``old``."""
    return profile.compiled("role-phrases", _phrase_source, re.IGNORECASE)


def _phrase_source(profile: Profile) -> str:
    new = alternatives(word for word in profile["new-words"] if not is_plain_latin(word))
    old = alternatives(word for word in profile["carried-over-words"] if not is_plain_latin(word))
    return f"(?P<new>{new})|(?P<old>{old})"


def role_words(profile: Profile) -> re.Pattern[str]:
    """Return the pattern of all role words, for places where a number stands beside them."""
    return profile.compiled("role-words", _word_source, re.IGNORECASE)


def _word_source(profile: Profile) -> str:
    new = alternatives(profile["new-words"])
    old = alternatives(profile["carried-over-words"])
    return f"(?P<new>{new})|(?P<old>{old})"


def role_of(introduction: str, profile: Profile) -> str:
    """Return the role that an introduction gives the list below it: new, carried-over, or none.

    What stands outside parentheses decides; if both roles are named there, neither holds.
    """
    text = COMMENT.sub(" ", introduction)
    outside = _PARENTHESIS.sub(" ", text)
    for part in (outside, text):
        roles = _phrase_roles(part, profile)
        if len(roles) == 1:
            return roles.pop()
        if roles:
            return ""
    return _bare_role(outside, profile)


def _phrase_roles(text: str, profile: Profile) -> set[str]:
    return {
        NEW if match.group("new") else CARRIED_OVER
        for match in role_phrases(profile).finditer(text)
        if _NEGATION.search(text, max(0, match.start() - 5), match.start()) is None
    }


def _bare_role(text: str, profile: Profile) -> str:
    """Return the role of an introduction that consists of one role word besides numbers, units and dates."""
    units = profile.compiled("units", unit_source, re.IGNORECASE)
    rest = _NOT_A_WORD.sub(" ", _DATE_PART.sub(" ", units.sub(" ", text))).strip().casefold()
    if not rest or " " in rest:
        return ""
    if rest in {word.casefold() for word in profile["new-words"]}:
        return NEW
    if rest in {word.casefold() for word in profile["carried-over-words"]}:
        return CARRIED_OVER
    return ""


def unit_source(profile: Profile) -> str:
    """Return the source of a pattern of the units that count papers."""
    return alternatives(profile["paper-units"])


def whole_role(cell: str, profile: Profile) -> str:
    """Return the role of a table cell that says nothing else, as in a column of states; empty otherwise."""
    if len(cell) > 20:
        return ""
    match = role_words(profile).search(cell)
    if match is None:
        return ""
    rest = role_words(profile).sub("", cell)
    if _NOT_A_WORD.sub("", rest):
        return ""
    return NEW if match.group("new") else CARRIED_OVER
