"""Names of papers: "SAM-Med2D" is not "SAM-Med3D", "DPO" is Direct Preference Optimization."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from arxlint.extract.shape import is_abbreviated
from arxlint.match.claims import is_latin, is_shaped_as_name
from arxlint.match.normalise import words
from arxlint.match.titles import Title, is_slip
from arxlint.match.vocabulary import FUNCTION_WORDS, RARE, is_common, stem, weight

_ROMAN: Final = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_MARK: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*|\++|#")
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_VAGUE: Final = frozenset(
    "paper papers model models method methods framework dataset datasets benchmark report technical system "
    "code algorithm approach architecture network project blog github website tool library toolkit the a "
    "an of original official et al".split()
)
_PIECE: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(maxsize=8192)
def marks(found: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the letters of a name and its marks: numbers, versions, dimensions, ``+`` signs, in order.

    >>> marks(("sam", "med2d"))
    ('sammedd', ('2',))
    >>> marks(("caloflow", "ii"))
    ('caloflow', ('2',))
    """
    letters, signs = [], []
    for position, word in enumerate(found):
        number = _ROMAN.get(word) if position else None
        if number is not None:
            signs.append(number)
            continue
        signs += [sign.removesuffix(".0") for sign in _MARK.findall(word)]
        letters.append(_MARK.sub("", word))
    return "".join(letters), tuple(signs)


def is_variant(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names differ exactly in their marks: another version, part or dimension.

    A number in front is a numbering, a year tells when, and the first of a series often bears no number:
    these make no variant.
    """
    if one == other or not one or not other or one[0].isdigit() != other[0].isdigit():
        return False
    letters, signs = marks(one)
    letters_other, signs_other = marks(other)
    if len(letters) < 2 or letters != letters_other or signs == signs_other:
        return False
    apart = set(signs) ^ set(signs_other)
    return not (apart == {"1"} and not (signs and signs_other)) and not any(map(_YEAR.fullmatch, apart))


def is_same_name(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names are one, "II" and "2" being the same mark."""
    return bool(one) and marks(one) == marks(other)


def without_vague(found: tuple[str, ...]) -> tuple[str, ...]:
    """Drop words that people set beside a name: "the LoRA paper" is "LoRA"."""
    kept = tuple(word for word in found if word not in _VAGUE)
    return kept or found


def is_generic(found: tuple[str, ...]) -> bool:
    """Whether a name consists of common words only ("diffusion models")."""
    return all(weight(word) < 0.5 for word in found)


def is_notion(found: tuple[str, ...]) -> bool:
    """Whether a name consists of words that titles are made of ("Multi-Agent Collaboration")."""
    return all(word.isdigit() or len(word) == 1 or is_common(word) for word in found)


def topical(found: tuple[str, ...]) -> list[str]:
    """Return the common words that tell a topic.  A coined name need not be in a title, these should."""
    return [word for word in found if word not in _VAGUE and is_common(word) and weight(word) >= 0.15]


def occurs(found: tuple[str, ...], title: Title) -> bool:
    """Whether a name stands in a title, word by word, however it is hyphenated."""
    key = "".join(found)
    if key not in title.key.replace(" ", ""):
        return False
    listed = title.words
    for start in range(len(listed)):
        joined = ""
        for word in listed[start:]:
            joined += word
            if len(joined) >= len(key):
                if joined in (key, key + "s") or joined + "s" == key:
                    return True
                break
    return False


def is_acronym(written: str, title: Title) -> bool:
    """Whether a name is made of the beginnings of consecutive words of the title.

    Each capital of the name is the initial of a word, the small letters behind it go on in that word
    ("MoCo": MOmentum COntrast); function words may be skipped.  At least three letters and two words are
    needed: two initials turn up in most titles.
    """
    if len(written.split()) > 2:
        return False
    pieces: list[str] = []
    for piece in _PIECE.findall(written):
        pieces += list(piece.lower()) if piece.isupper() else [piece.lower()]
    if sum(map(len, pieces)) < 3 or len(pieces) < 2:
        return False
    if sum(map(len, pieces)) == len(pieces) and len(pieces) < 3:
        return False
    letters = list("".join(pieces))  # "CoT" takes the "of" along
    for listed in (title.words, title.content):
        if _runs(pieces, listed) or (len(letters) <= 6 and _runs(letters, listed)):
            return True
    return False


def _runs(pieces: list[str], listed: tuple[str, ...]) -> bool:
    for start in range(len(listed) - len(pieces) + 1):
        if all(listed[start + index].startswith(piece) for index, piece in enumerate(pieces)):
            return True
    return False


def alternatives(text: str) -> list[tuple[str, ...]]:
    """Return the names that a label offers: itself, and each of "Guanaco/QLoRA" or "A & B"."""
    whole = without_vague(tuple(words(text)))
    found = [whole]
    if "/" in text or "&" in text or "," in text or "(" in text:
        for part in re.split(r"\s*[/&,()]\s*|\s+and\s+", text):
            name = without_vague(tuple(words(part)))
            if name and name != whole and any(map(is_latin, name)) and len("".join(name)) > 2:
                found.append(name)
    return found


def own_name(title: Title) -> tuple[str, ...]:
    """Return the folded words of the name that a title gives its work, () if it gives none.

    The head of at most four words is a name if it looks coined (a rare word, a digit, or one word only).
    """
    if title.head is None or title.rest is None:
        lead = title.words[:1]
        telling = {"technical", "report", "card"} & set(title.words[1:4])
        return lead if telling and lead and lead[0] not in FUNCTION_WORDS else ()
    found = tuple(words(title.head))
    written = title.head.split()
    if len(written) > 4 or not found:
        return ()
    coined = len(written) == 1 or any(weight(word) >= RARE or not word.isalpha() for word in found)
    return found if coined else ()


def coined_name(title: Title) -> str:
    """Return the name of one or two words that a title begins with, as written, if it looks coined, or ""."""
    written = (title.head or "").split()
    if len(written) == 1 and is_common(title.head_key):
        return ""
    return title.head or "" if 1 <= len(written) <= 2 and any(map(is_shaped_as_name, written)) else ""


def is_long_coinage(written: str) -> bool:
    """Whether a name is one long word with small letters and capitals inside: "TextWorld"."""
    return (
        len(written) >= 6
        and written.isalnum()
        and not written.isupper()
        and written[1:] != written[1:].lower()
    )


def coinages_in(text: str) -> list[str]:
    """Return the long coinages that a name offers besides others: ``Adventure / TextWorld``."""
    return [part for part in re.split(r"\s*[/()（）]\s*", text) if part != text and is_long_coinage(part)]


def explained(label: str) -> str:
    """Return the long name in a label that is a short one with what it stands for, or "".

    >>> explained("PE (Perception Encoder)")
    'Perception Encoder'
    >>> explained("EfficientViT (MSRA)")
    ''
    """
    found = _EXPLAINED.fullmatch(label.strip())
    return found[2] if found and is_abbreviated(found[1], found[2]) else ""


_EXPLAINED: Final = re.compile(r"(\w{2,6})\s?[(（]([^()（）]{4,60})[)）]")


REPORT: Final = " Technical Report"
"""What the titles of reports on models end with, the rest being the model's name."""


def report_name(title: str) -> str:
    """Return the name that a report is about, as written (``Qwen3 Technical Report``), or ""."""
    name = title.removesuffix(REPORT)
    return name if name != title and " " not in name and is_shaped_as_name(name) else ""


def is_unmistakable(written: str, title: Title) -> bool:
    """Whether a name is a long coinage, and no word in it is one of a title.

    "WizardLM" is; "ConceptEdit" may be what "Editing Conceptual Knowledge" calls its data.
    """
    if not is_long_coinage(written):
        return False
    pieces = [piece.lower() for piece in _PIECE.findall(written) if len(piece) >= 3]
    found = any(word.startswith(stem(piece)) for piece in pieces for word in title.words)
    return bool(pieces) and not found


def has_name(found: tuple[str, ...], own: tuple[str, ...]) -> bool:
    """Whether a paper's name stands among words, and no mark behind it makes another name of it."""
    count = len(own)
    for at in range(len(found) - count + 1):
        if found[at : at + count] == own:
            behind = found[at + count : at + count + 1]
            return not (behind and (behind[0] in _ROMAN or not any(map(str.isalpha, behind[0]))))
    return False


def is_misspelt(one: str, other: str) -> bool:
    """Whether a folded name is another with a slip: letters only, never digits or signs."""
    return len(one) >= 6 and is_slip(one, other)
