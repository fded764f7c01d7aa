"""Every example in every rule goes through the real engine."""

from __future__ import annotations

import pytest

from arxlint.rule import Bad, Good, Rule
from arxlint.testing import check_example, examples_of
from arxlint_rules import RULES


@pytest.mark.parametrize(("rule", "example"), examples_of(RULES))
def test_example(rule: type[Rule], example: Good | Bad) -> None:
    check_example(rule, example)
