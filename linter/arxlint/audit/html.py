"""html: the report as one page that needs nothing but a browser.

The page makes no request of any kind, and its content-security policy forbids them: style and script are
allowed by their digest only, so that nothing a document contains can run even if it got into the markup.
"""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from typing import Final

from arxlint.audit.model import AuditReport
from arxlint.audit.page_data import embed, page_data
from arxlint.audit.wording import headline
from arxlint.report.visible import visible

_STYLES: Final = ("base.css", "parts.css", "views.css", "print.css")
_SCRIPTS: Final = (
    "dom.js",
    "data.js",
    "state.js",
    "filter.js",
    "list.js",
    "rich.js",
    "card.js",
    "facets.js",
    "findings.js",
    "charts.js",
    "matrix.js",
    "overview.js",
    "papers.js",
    "paper.js",
    "keyboard.js",
    "main.js",
)


def render(report: AuditReport) -> Iterator[str]:
    """Yield the page in pieces."""
    style = "\n".join(_asset(name) for name in _STYLES)
    script = "(() => {\n'use strict';\n" + "\n".join(_asset(name) for name in _SCRIPTS) + "\n})();"
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_digest(style)}'",
            f"script-src '{_digest(script)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )
    fields = {
        "policy": html.escape(policy),
        "title": html.escape(visible(report.base)),
        "headline": html.escape(headline(report)),
        "style": style,
        "script": script,
        "data": embed(page_data(report)),
    }
    # The parts between the marks are ours; what is put in is never searched for marks again.
    for number, piece in enumerate(_asset("page.html").split("%%")):
        yield fields[piece] if number % 2 else piece


def _asset(name: str) -> str:
    return files("arxlint.audit").joinpath("page", name).read_text("utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
