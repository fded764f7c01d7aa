"""Strong and emphasised text of Markdown, by the delimiter algorithm of CommonMark."""

from __future__ import annotations

from .model import Inline, InlineKind


class Run:
    """A run of ``*`` or ``_``: where it is, how much of it is still unused, whether it may open or close."""

    __slots__ = ("char", "closes", "count", "length", "opens", "start")

    def __init__(self, text: str, start: int, end: int, low: int, high: int) -> None:
        """Read the run ``text[start:end]``, beside which only ``text[low:high]`` counts."""
        self.char = text[start]
        self.start = start
        self.count = self.length = end - start
        before = text[start - 1] if start > low else " "
        after = text[end] if end < high else " "
        left = not after.isspace() and (_is_word(after) or not _is_latin_word(before))
        right = not before.isspace() and (_is_word(before) or not _is_latin_word(after))
        if self.char == "_":
            self.opens = left and (not right or not _is_word(before))
            self.closes = right and (not left or not _is_word(after))
        else:
            self.opens, self.closes = left, right


def _is_word(char: str) -> bool:
    return char.isalnum()


def _is_latin_word(char: str) -> bool:
    # CommonMark would have any letter here; Chinese, Japanese and Korean text has no blanks beside
    # "**「…」**", which its writers mean to be bold all the same.
    return char.isalnum() and char < "\u2e80"


def pair(runs: list[Run], first: int, found: list[Inline]) -> None:
    """Pair the runs from index ``first`` on, append what they enclose to ``found``, and drop them."""
    openers: list[Run] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    for run in runs[first:]:
        if run.closes:
            key = (run.char, run.opens, run.length % 3)
            while run.count:
                at = len(openers) - 1
                bottom = bottoms.get(key, 0)
                while at >= bottom and not _fits(openers[at], run):
                    at -= 1
                if at < bottom:
                    bottoms[key] = len(openers)
                    break
                opener = openers[at]
                used = 2 if opener.count >= 2 and run.count >= 2 else 1
                opener.count -= used
                start, end = opener.start + opener.count, run.start + used
                kind = InlineKind.STRONG if used == 2 else InlineKind.EMPHASIS
                found.append(Inline(kind, start, end, start + used, end - used))
                run.start += used
                run.count -= used
                del openers[at + 1 if opener.count else at :]
                for other, height in bottoms.items():
                    if height > len(openers):
                        bottoms[other] = len(openers)
        if run.opens and run.count:
            openers.append(run)
    del runs[first:]


def _fits(opener: Run, closer: Run) -> bool:
    if opener.char != closer.char:
        return False
    # A run that could do both must not make a sum of three ("rule of three"), unless both are multiples.
    if (opener.closes or closer.opens) and (opener.length + closer.length) % 3 == 0:
        return opener.length % 3 == 0 and closer.length % 3 == 0
    return True
