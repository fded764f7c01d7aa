"""ARX104 noncanonical-link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Severity
from arxlint.rule import Bad, Good, Option, Rule
from arxlint.system.records import NamedTuple
from arxlint_rules.wording import listed, replace

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context

_LINK: Final = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>[A-Za-z0-9.-]+)/(?P<page>abs|pdf|html)/"
    r"(?P<id>[A-Za-z.-]*/?[0-9.]+(?:[vV][0-9]+)?)(?P<suffix>\.pdf)?(?:\?(?P<query>[^#\s]*))?(?P<fragment>#\S*)?",
)
_HOSTS: Final = re.compile(
    r"(?:www|export|browse|[a-z]{2})\.arxiv\.org|(?:xxx|arxiv)\.lanl\.gov", re.IGNORECASE
)
_TRACKING: Final = re.compile(
    r"(?:utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id|igshid|ref|ref_src|source|share|spm|from|context)(?:=.*)?",
    re.IGNORECASE,
)
_READER_LINKS: Final = frozenset({"abs-url", "pdf-url", "html-url", "other-url"})


class _Change(NamedTuple):
    url: str
    reasons: list[str]
    safe: bool


class NoncanonicalLink(Rule):
    """A link to arXiv that takes a detour: plain http, a mirror, a needless suffix, tracking.

    ## What it does
    Reports links to a paper's page that use `http`, a mirror or service host (`export.arxiv.org`,
    `www.arxiv.org`, `xxx.lanl.gov`), a `.pdf` suffix on an abstract page, or tracking parameters. With the
    option `link-style` it also asks for one kind of page throughout.

    ## Why is this bad?
    Mirrors come and go and are not always up to date, `export.arxiv.org` is meant for programs, and one
    paper linked in several ways is harder to find. It does no harm to the content; hence a note.

    ## Example
    ```markdown
    <http://export.arxiv.org/abs/2608.02703?utm_source=feed>
    ```

    ## How to fix
    `arxlint check --fix` writes
    ```markdown
    <https://arxiv.org/abs/2608.02703>
    ```
    Changing the kind of page (`link-style`) leads somewhere else and needs `--unsafe-fixes`.
    """

    code = "ARX104"
    name = "noncanonical-link"
    severity = Severity.NOTE
    options = (
        Option("link-style", "", "The kind of page to link to throughout.", ("", "abs", "pdf", "html")),
    )
    examples = (
        Bad(
            "See http://arxiv.org/abs/2608.02703v2.",
            at="http://arxiv.org/abs/2608.02703v2",
            fixed="See https://arxiv.org/abs/2608.02703v2.",
        ),
        Bad(
            "[x](https://export.arxiv.org/pdf/2608.02703)",
            at="https://export.arxiv.org/pdf/2608.02703",
            fixed="[x](https://arxiv.org/pdf/2608.02703)",
        ),
        Bad(
            "<https://arxiv.org/abs/2608.02703?utm_source=x&utm_medium=y#S1>",
            at="https://arxiv.org/abs/2608.02703?utm_source=x&utm_medium=y#S1",
            fixed="<https://arxiv.org/abs/2608.02703#S1>",
        ),
        Bad(
            "https://arxiv.org/abs/2608.02703.pdf",
            at="https://arxiv.org/abs/2608.02703.pdf",
            fixed="https://arxiv.org/abs/2608.02703",
        ),
        Good("https://arxiv.org/abs/2608.02703 and https://arxiv.org/pdf/2608.02703.pdf"),
        Good("https://export.arxiv.org/api/query?id_list=2608.02703"),
        Good("https://arxiv.org/pdf/2608.02703?download=1"),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        if mention.form not in _READER_LINKS:
            return
        preferred = ctx.option("link-style")
        change = _canonical(mention.outer, preferred if isinstance(preferred, str) else "")
        if change is None:
            return
        span = (mention.outer_start, mention.outer_end)
        yield self.diagnostic(
            document.path,
            span,
            f"this link to {mention.id} is not in its plain form: {listed(change.reasons)}",
            help=f"write `{change.url}`",
            paper=mention.id,
            fix=replace(document, span, change.url, f"Link to `{change.url}`", safe=change.safe),
        )


def _canonical(url: str, preferred: str) -> _Change | None:
    """Return the plain form of a link and what was wrong; None if nothing was, or if it is not understood."""
    match = _LINK.fullmatch(url)
    if match is None:
        return None
    scheme, host, page, suffix = match["scheme"], match["host"], match["page"], match["suffix"] or ""
    reasons: list[str] = []
    if host.lower() != "arxiv.org":
        if not _HOSTS.fullmatch(host):
            return None
        reasons.append(f"`{host}` stands for `arxiv.org`")
        host = "arxiv.org"
    if scheme == "http":
        reasons.append("`http` instead of `https`")
        scheme = "https"
    if suffix and page == "abs":
        reasons.append("`.pdf` on an abstract page")
        suffix = ""
    kept = [part for part in (match["query"] or "").split("&") if part]
    honest = [part for part in kept if not _TRACKING.fullmatch(part)]
    if len(honest) < len(kept):
        reasons.append("tracking parameters")
    safe = True
    if preferred in ("abs", "pdf", "html") and page != preferred:
        reasons.append(f"this knowledge base links to `/{preferred}/` pages")
        page, suffix, safe = preferred, "", False
    if not reasons:
        return None
    head = f"{scheme}://" if scheme else ""
    query = "?" + "&".join(honest) if honest else ""
    return _Change(
        f"{head}{host}/{page}/{match['id']}{suffix}{query}{match['fragment'] or ''}", reasons, safe
    )
