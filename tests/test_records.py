"""Our named tuples do what those of ``typing`` do."""

from __future__ import annotations

import copy
import pickle
import typing

import pytest

from arxlint.system.records import NamedTuple


class Ours(NamedTuple):
    """A place."""

    new: str
    cls: int = 3
    rest: tuple[int, ...] = ()

    @property
    def doubled(self) -> int:
        """Twice the number."""
        return 2 * self.cls


class Theirs(typing.NamedTuple):
    """A place."""

    new: str
    cls: int = 3
    rest: tuple[int, ...] = ()


@pytest.mark.parametrize("values", [("a",), ("a", 4), ("a", 4, (1, 2))])
def test_it_behaves_as_that_of_typing(values: tuple[typing.Any, ...]) -> None:
    ours, theirs = Ours(*values), Theirs(*values)
    assert tuple(ours) == tuple(theirs)
    assert hash(ours) == hash(theirs)
    assert ours == Ours._make(theirs)
    assert ours._asdict() == theirs._asdict()
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert tuple(ours._replace(cls=9)) == tuple(theirs._replace(cls=9))
    assert (ours.new, ours.cls, ours.rest) == tuple(theirs)
    assert ours.doubled == 2 * theirs.cls
    assert Ours._fields == Theirs._fields
    assert Ours._field_defaults == Theirs._field_defaults
    assert Ours.__match_args__ == Theirs.__match_args__
    assert not hasattr(ours, "__dict__")


def test_it_is_copied_and_pickled() -> None:
    ours = Ours(new="a", rest=(1,))
    for other in (copy.copy(ours), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert type(other) is Ours
        assert other == ours


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), (("a",), {"odd": 1}), (("a",), {"new": "b"}), (("a", 1, (), 2), {})]
)
def test_wrong_arguments_are_refused(values: tuple[typing.Any, ...], named: dict[str, typing.Any]) -> None:
    for _ in range(30):  # the class makes its constructor after a while
        with pytest.raises(TypeError):
            Ours(*values, **named)
    with pytest.raises(ValueError, match="odd"):
        Ours("a")._replace(odd=1)  # type: ignore[call-arg]


def test_a_default_before_none_is_refused() -> None:
    with pytest.raises(TypeError, match="follows one with a default"):

        class _(NamedTuple):  # type: ignore[misc,unused-ignore]
            first: int = 1
            second: int  # type: ignore[misc]
