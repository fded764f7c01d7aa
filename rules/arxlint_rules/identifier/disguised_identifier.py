"""ARX103 disguised-identifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.recognise.disguised import INVISIBLE, undisguise
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.wording import replace

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.rule import Context

_SAYS: Final = {
    "full-width": "is written with full-width characters",
    "look-alike": "holds a character that only looks like the right one",
    "invisible": "holds an invisible character",
    "blank": "is cut in two by a blank",
    "line-break": "is cut in two by a line break",
    "percent": "is percent-encoded",
}
# In these a slash inside a path segment or a query has to be encoded.
_MUST_ENCODE: Final = frozenset({"badge", "reader-url", "other-url"})


class DisguisedIdentifier(Rule):
    """An identifier that a person reads and a machine does not.

    ## What it does
    Reports identifiers with full-width digits, look-alike or invisible characters, blanks or line breaks
    inside, or an encoded slash where none is needed.

    ## Why is this bad?
    A search for the identifier does not find it, links made from it lead nowhere, and two notes on one
    paper are not seen to belong together. Such characters come from PDF files, web pages and input methods.

    ## Example
    ```markdown
    arXiv：２６０８．０２７０３
    ```

    ## How to fix
    Write plain digits and a plain dot; `arxlint check --fix` does it.
    ```markdown
    arXiv：2608.02703
    ```
    """

    code = "ARX103"
    name = "disguised-identifier"
    severity = Severity.WARNING
    examples = (
        Bad("arXiv：２６０８．０２７０３ 提出", at="２６０８．０２７０３", fixed="arXiv：2608.02703 提出"),
        Bad("arXiv:2608.\u200b02703v2", at="2608.\u200b02703v2", fixed="arXiv:2608.02703v2"),
        Bad("See arXiv:2608. 02703 for it", at="2608. 02703", fixed="See arXiv:2608.02703 for it"),
        Bad("arXiv:2608.\n02703", at="2608.\n02703", fixed="arXiv:2608.02703"),
        Bad(
            "https://arxiv.org/abs/hep-th%2F9901001",
            at="hep-th%2F9901001",
            fixed="https://arxiv.org/abs/hep-th/9901001",
        ),
        Good("arXiv：2608.02703"),
        Good("![](https://img.shields.io/badge/arXiv-hep--th%2F9901001-red)"),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        says = _SAYS.get(mention.flaw)
        if says is None or (mention.flaw == "percent" and mention.form in _MUST_ENCODE):
            return
        text = _plain(mention.text)
        # Between two digits a blank may just as well end the identifier: "2608.0270 3 authors".
        certain = mention.flaw not in ("blank", "line-break") or _cut_at_the_dot(mention.text)
        yield self.diagnostic(
            document.path,
            (mention.start, mention.end),
            f"the identifier {text} {says}",
            help=f"write `{text}`",
            notes=_names(mention.text),
            paper=mention.id,
            suggestion=text,
            fix=replace(document, (mention.start, mention.end), text, f"Write `{text}`", safe=certain),
            confidence=Confidence.HIGH if certain else Confidence.MEDIUM,
        )


def _plain(text: str) -> str:
    """Return the identifier as it should stand, subject class and version kept."""
    return undisguise("".join(text.replace("%2F", "/").replace("%2f", "/").split()))


def _cut_at_the_dot(text: str) -> bool:
    head, _, tail = text.partition(".")
    return head[-1:].isspace() or tail[:1].isspace()


def _names(text: str) -> tuple[str, ...]:
    """Name the characters that cannot be seen, so that they can be searched for."""
    hidden = sorted({char for char in text if char in INVISIBLE})
    if not hidden:
        return ()
    from unicodedata import name

    return (
        "invisible: " + ", ".join(f"U+{ord(char):04X} {name(char, 'unnamed').lower()}" for char in hidden),
    )
