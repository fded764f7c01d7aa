"""Sets of words in few bytes: the abstracts of three million papers must fit a store.

A word that has been met often gets a number in a vocabulary that only grows; a set is the ascending
numbers as gaps, one byte each (255 adds 255 and goes on), then the rarer words spelled out.  An abstract's
90 distinct words take about 150 bytes, and decoding is a few C loops.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

PROMOTED_AFTER: Final = 40
"""Sets that must have had a word before it gets a number."""
LARGEST: Final = 20_000
_MOST_PENDING: Final = 400_000


class Vocabulary:
    """The numbered words.  Encoding may add to them; what was encoded before stays readable."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = list(words)
        self._numbers: dict[str, int] | None = None
        self._pending: dict[str, int] = {}

    def encode(self, words: frozenset[str]) -> bytes:
        """Return the bytes of a set of words (none of which has a blank)."""
        numbers = self._numbers
        if numbers is None:
            numbers = self._numbers = {word: number for number, word in enumerate(self.words, start=1)}
        known: list[int] = []
        rare: list[str] = []
        for word in words:
            number = numbers.get(word)
            if number is None:
                rare.append(word)
            else:
                known.append(number)
        known.sort()
        rare.sort()
        gaps = bytearray()
        before = 0
        for number in known:
            gap = number - before
            while gap >= 255:
                gaps.append(255)
                gap -= 255
            gaps.append(gap)
            before = number
        if rare and len(self.words) < LARGEST:
            self._count(rare, numbers)
        return len(gaps).to_bytes(2, "little") + bytes(gaps) + " ".join(rare).encode()

    def decode(self, data: bytes) -> frozenset[str]:
        """Return the set of words that ``encode`` was given."""
        end = int.from_bytes(data[:2], "little") + 2
        gaps = data[2:end]
        words = self.words
        found = {words[number - 1] for number, gap in zip(accumulate(gaps), gaps, strict=True) if gap != 255}
        if len(data) > end:
            found.update(data[end:].decode().split(" "))
        return frozenset(found)

    def _count(self, rare: list[str], numbers: dict[str, int]) -> None:
        pending = self._pending
        for word in rare:
            count = pending.get(word, 0) + 1
            if count < PROMOTED_AFTER:
                pending[word] = count
            else:
                del pending[word]
                self.words.append(word)
                numbers[word] = len(self.words)
        if len(pending) > _MOST_PENDING:
            self._pending = {word: count for word, count in pending.items() if count > 1}
