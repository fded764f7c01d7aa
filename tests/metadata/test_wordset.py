"""Sets of words in few bytes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from arxlint.metadata.wordset import PROMOTED_AFTER, Vocabulary

word = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=8)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.frozensets(word, max_size=30), max_size=60))
def test_what_was_encoded_is_decoded_at_any_later_time(sets: list[frozenset[str]]) -> None:
    vocabulary = Vocabulary()
    encoded = [vocabulary.encode(words) for words in sets * 2]
    later = Vocabulary(vocabulary.words)
    assert [vocabulary.decode(data) for data in encoded] == sets * 2
    assert [later.decode(data) for data in encoded] == sets * 2


def test_words_met_often_get_a_number_and_then_cost_a_byte() -> None:
    vocabulary = Vocabulary()
    words = frozenset({"attention", "transformer"})
    sizes = [len(vocabulary.encode(words)) for _ in range(PROMOTED_AFTER + 1)]
    assert sizes[0] > 20
    assert sizes[-1] == 4
    assert sorted(vocabulary.words) == ["attention", "transformer"]


def test_large_numbers_survive() -> None:
    vocabulary = Vocabulary(f"w{number}" for number in range(20_000))
    words = frozenset({"w0", "w254", "w255", "w509", "w510", "w19999"})
    assert vocabulary.decode(vocabulary.encode(words)) == words
