"""A real browser, and pages to open in it.  Skips, with the reason, where there is none."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # for tests.audit.synthetic

from tests.audit.synthetic import Base, make_base

from arxlint.audit.html import render

_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium through Playwright."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = os.environ.get("ARXLINT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        pytest.skip("Chromium is not installed")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield chromium
        chromium.close()


Open = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens a report's page; whatever the page asks the network for fails the test."""
    contexts = []
    complaints: list[str] = []

    def opened(base: Base | Path, view: str = "", **context: Any) -> Any:
        path = base
        if isinstance(base, Base):
            path = tmp_path / "audit.html"
            path.write_text("".join(render(base.report())), "utf-8")
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **context}))
        page = contexts[-1].new_page()

        def on_request(request: Any) -> None:
            if not request.url.startswith(("file:", "data:")):
                complaints.append(f"request: {request.url}")

        page.on("request", on_request)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.goto(f"file://{path}{'#' + view if view else ''}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def small() -> Base:
    return make_base(files=40, papers=30, findings=80)


@pytest.fixture(scope="session")
def large() -> Base:
    return make_base(files=1000, papers=600, findings=5000)
