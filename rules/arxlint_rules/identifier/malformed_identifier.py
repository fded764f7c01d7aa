"""ARX101 malformed-identifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Diagnostic, Fix, Severity
from arxlint.recognise.identifier import FLAWS
from arxlint.recognise.months import max_sequence
from arxlint.rule import Bad, Good, Rule
from arxlint_rules.wording import replace

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Malformed, Mention
    from arxlint.rule import Context

_HELP: Final = {
    "month": "look the paper up; the third and fourth digit must be a month, 01 to 12",
    "before-scheme": "look the paper up; before April 2007 identifiers look like `hep-th/9901001`",
    "after-scheme": "look the paper up; since April 2007 identifiers look like `0704.0001` or `2608.02703`",
    "width": "look the paper up and copy its identifier whole",
    "sequence-zero": "look the paper up; `.00000` stands for no paper and is often a placeholder",
    "version-zero": "leave the version out, or cite v1",
    "archive": "look the paper up; old identifiers start with an archive such as `hep-th` or `math`",
    "lost-dot": "write the dot",
    "lost-archive": "put the archive in front, as in `hep-th/9901001`: the number alone names several papers",
    "year-month": "write year and month together, two digits each, then the dot",
    "placeholder": "fill in the identifier, or remove the reference",
    "broken-url": "close the gap: as it stands the link leads nowhere",
    "look-alike": "write digits only",
}


class MalformedIdentifier(Rule):
    """Something that claims to be an arXiv identifier and cannot be one.

    ## What it does
    Looks at what follows `arXiv:`, `arxiv.org/abs/` and the like, and reports what breaks the grammar of
    identifiers: a month of 00 or 13, a digit too many or too few for the year, the sequence number 0,
    version 0, an archive that does not exist, a lost dot, a letter in place of a digit, a URL broken by a
    blank, a placeholder that was never filled in.

    ## Why is this bad?
    Nobody can follow the reference. Mostly a digit was lost on the way (a spreadsheet or YAML reads
    `2305.09780` as a number and drops the 0), or the identifier was invented.

    ## Example
    ```markdown
    SpecInfer, arXiv:2305.0978
    ```

    ## How to fix
    Look the paper up by its title and copy the identifier whole:
    ```markdown
    SpecInfer, arXiv:2305.09781
    ```

    ## References
    - [Understanding the arXiv identifier](https://info.arxiv.org/help/arxiv_identifier.html)
    """

    code = "ARX101"
    name = "malformed-identifier"
    severity = Severity.ERROR
    examples = (
        Bad("See arXiv:2613.01234 for details.", at="2613.01234"),
        Bad("SpecInfer, arXiv:2305.0978", at="2305.0978"),
        Bad("https://arxiv.org/abs/2608.00000", at="2608.00000"),
        Bad("arXiv:hepth/9901001", at="hepth/9901001", fixed="arXiv:hep-th/9901001"),
        Bad("arXiv:260802703", at="260802703", fixed="arXiv:2608.02703"),
        Bad(
            "- title: A\n  url: https://arxiv.org/abs/2504.2057\n- eprint: arXiv:2504.20571\n",
            at="2504.2057",
            fixed="- title: A\n  url: https://arxiv.org/abs/2504.20571\n- eprint: arXiv:2504.20571\n",
        ),
        Bad("arXiv:2608.02703v0 is cited.", at="2608.02703"),
        Good("arXiv:2608.02703v2, arXiv:0704.0001, arXiv:hep-th/9901001v3"),
        Good("The price is 1234.5678 and the build is 2613.01234."),
        Good("Cite papers as arXiv:YYMM.NNNNN or arXiv:2608.xxxxx."),
    )

    def check_mention(self, mention: Mention, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        if mention.flaw == "version-zero":
            yield self.diagnostic(
                document.path,
                (mention.start, mention.end),
                f"`{mention.id}` is cited with a version that cannot be: {FLAWS['version-zero']}",
                help=_HELP["version-zero"],
                paper=mention.id,
            )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        for broken in document.malformed:
            yield self._judge(broken, document)

    def _judge(self, broken: Malformed, document: Facts) -> Diagnostic:
        if broken.reason == "broken-url":
            message = "this arXiv link is broken by a blank"
            whole = "".join(broken.text.split())
            fix: Fix | None = replace(document, (broken.start, broken.end), whole, "Close the gap")
            suggestion, ground = None, ""
        else:
            message = f"`{broken.text}` is not an arXiv identifier: {FLAWS[broken.reason]}"
            suggestion, ground = _suggest(broken, document)
            fix = None
            if suggestion:
                fix = replace(document, (broken.start, broken.end), suggestion, f"Write `{suggestion}`")
        return self.diagnostic(
            document.path,
            (broken.start, broken.end),
            message,
            help=f"write `{suggestion}`" if suggestion else _HELP[broken.reason],
            notes=(ground,) if ground else (),
            suggestion=suggestion,
            fix=fix,
        )


def _suggest(broken: Malformed, document: Facts) -> tuple[str | None, str]:
    """Return what was meant, and how we know, if only one identifier can have been."""
    if broken.suggestion:
        yymm, dot, sequence = broken.suggestion.partition(".")
        if dot and int(sequence) > max_sequence(yymm)[0]:
            return None, f"`{broken.suggestion}` cannot be meant: that month had fewer papers"
        return broken.suggestion, ""
    if broken.reason != "width":
        return None, ""
    near = {mention.id for mention in document.mentions if _one_digit_lost(broken.text, mention.id)}
    if len(near) == 1:
        whole = near.pop()
        return whole, f"the same document has `{whole}`, which is this with one digit more"
    return None, ""


def _one_digit_lost(short: str, whole: str) -> bool:
    """Tell whether ``short`` is ``whole`` without one of the digits behind the dot."""
    if len(whole) != len(short) + 1 or whole[:5] != short[:5]:
        return False
    same = 5
    while same < len(short) and short[same] == whole[same]:
        same += 1
    return whole[same + 1 :] == short[same:]
