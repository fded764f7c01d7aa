"""What the tests of document structure share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arxlint.document.model import Document

sys.path.append(str(Path(__file__).resolve().parents[2]))  # for benchmarks.structure, the oracle


@pytest.fixture(scope="session")
def check_invariants() -> Callable[[Document], None]:
    """Return a function that asserts what holds for the structure of every text."""

    def check(document: Document) -> None:
        length = len(document.text)
        previous = (0, -length)
        for index, block in enumerate(document.blocks):
            assert 0 <= block.start <= block.end <= length
            assert block.parent < index
            if block.parent >= 0:
                around = document.blocks[block.parent]
                assert around.start <= block.start
                assert block.end <= around.end
            assert previous <= (block.start, -block.end), (index, block)
            previous = (block.start, -block.end)
            last = block.start
            for inline in document.inlines(index):
                assert last <= inline.start, "sorted"
                assert (
                    block.start
                    <= inline.start
                    <= inline.text_start
                    <= inline.text_end
                    <= inline.end
                    <= block.end
                )
                assert (inline.target_start < 0) == (inline.target_end < 0)
                if inline.target_start >= 0:
                    assert 0 <= inline.target_start <= inline.target_end <= length
                last = inline.start

    return check
