"""All that a pack needs to test its rules."""

import pytest
from arxlint_house_style import RULES

from arxlint.rule import Bad, Good, Rule
from arxlint.testing import check_example, check_rule, examples_of


@pytest.mark.parametrize(("rule", "example"), examples_of(RULES))
def test_example(rule: type[Rule], example: Good | Bad) -> None:
    check_example(rule, example)


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: type[Rule]) -> None:
    check_rule(rule, family="HSE")
