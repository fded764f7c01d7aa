"""Shared by the audit's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # for tests.audit.synthetic

from tests.audit.synthetic import Base, make_base

from arxlint.audit.model import AuditReport


@pytest.fixture(scope="session")
def base() -> Base:
    return make_base(files=40, papers=30, findings=80)


@pytest.fixture(scope="session")
def report(base: Base) -> AuditReport:
    return base.report()
