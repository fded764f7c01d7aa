"""Directives in a document that hide diagnostics, and what is wrong with the directives themselves.

``<!-- arxlint: ignore[ARX203, split-label] reason -->`` covers its own line or, standing alone, the next line
that has text; ``disable[...]`` … ``enable[...]`` cover a range, ``file-ignore[...]`` the file.  In brackets:
codes, prefixes of codes (``ARX3``) and names of rules.  Comments are those of the format (``directive.py``).

Directives are plain data with their ranges resolved, so that they are cached with a document's facts and
applying them needs no text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix
from arxlint.engine_rules import MALFORMED, UNKNOWN, UNUSED
from arxlint.report.result import RuleInfo, Suppressed
from arxlint.system.records import NamedTuple
from arxlint.text.directive import Directive, Selector

RULES = (UNUSED, UNKNOWN, MALFORMED)
"""The engine's rules about directives."""

_OWN = frozenset(rule.code for rule in RULES)


class Applied(NamedTuple):
    """Diagnostics of one file after its directives; ``problems`` are those of the directives."""

    kept: list[Diagnostic]
    suppressed: list[Suppressed]
    problems: list[Diagnostic]


class _Use:
    """One selector while directives are applied: which codes it means, and whether it hid anything."""

    __slots__ = ("codes", "directive", "selector", "used")

    def __init__(self, directive: Directive, selector: Selector, codes: frozenset[str]) -> None:
        self.directive = directive
        self.selector = selector
        self.codes = codes
        self.used = False


def apply(
    diagnostics: Iterable[Diagnostic],
    directives: Sequence[Directive],
    path: str,
    rules: Mapping[str, RuleInfo],
    *,
    ran: Callable[[str], bool] = lambda _code: True,
) -> Applied:
    """Split one file's diagnostics into kept and suppressed ones, and judge its directives.

    ``rules`` are all known rules by code.  ``ran`` tells whether a rule was selected and able to run: a
    directive for a rule that did not run, or could not judge all of this file, cannot be called unused.
    """
    if not directives:
        return Applied(list(diagnostics), [], [])
    known = [*rules, *(rule.name for rule in rules.values())]
    problems: list[Diagnostic] = []
    uses: list[_Use] = []
    for directive in directives:
        if directive.problem:
            problems.append(_malformed(directive, path))
        for selector in directive.selectors:
            codes = matching_codes(selector.text, rules)
            if codes:
                uses.append(_Use(directive, selector, codes))
            else:
                problems.append(_unknown(directive, selector, path, known))

    suppressed: list[Suppressed] = []
    kept = _sort_out(list(diagnostics), uses, suppressed)
    problems += _unused(uses, path, ran)
    return Applied(kept, suppressed, _sort_out(problems, uses, suppressed))


def matching_codes(text: str, rules: Mapping[str, RuleInfo]) -> frozenset[str]:
    """Return the codes that a code, a prefix or a rule name means; none if it is unknown."""
    upper = text.upper()
    if upper in rules:
        return frozenset((upper,))
    lower = text.lower()
    named = frozenset(code for code, rule in rules.items() if rule.name == lower)
    if named:
        return named
    # A prefix is letters and perhaps digits; a mere "A" is more likely a slip.
    if len(upper) >= 3 and upper.isalnum():
        return frozenset(code for code in rules if code.startswith(upper))
    return frozenset()


def _sort_out(
    diagnostics: list[Diagnostic], uses: list[_Use], suppressed: list[Suppressed]
) -> list[Diagnostic]:
    """Return the diagnostics that nothing covers, in their order; add the others to ``suppressed``."""
    by_code: dict[str, list[int]] = {}
    for index, diagnostic in enumerate(diagnostics):
        by_code.setdefault(diagnostic.code, []).append(index)
    reasons: dict[int, str] = {}
    for code, indexes in by_code.items():
        # A long span counts where it begins and where it ends; what lies in between hides nothing.
        points = []
        for index in indexes:
            start, end = diagnostics[index].start, diagnostics[index].end
            points += [(start, index), (max(start, end - 1), index)]
        for index, use in _sweep(sorted(points), [use for use in uses if code in use.codes]):
            reasons.setdefault(index, use.directive.reason)
    suppressed += [Suppressed(diagnostics[index], reasons[index]) for index in sorted(reasons)]
    return [one for index, one in enumerate(diagnostics) if index not in reasons]


def _sweep(points: list[tuple[int, int]], uses: list[_Use]) -> Iterator[tuple[int, _Use]]:
    """Yield for every covered point a use that covers it, and mark all that do.

    One pass over both in order of offset.  A use that has been marked needs no second look unless it
    reaches farther than any other that has, so this stays linear however many overlap.
    """
    uses.sort(key=lambda use: use.selector.first)
    waiting: list[_Use] = []
    farthest: _Use | None = None
    next_use = 0
    for offset, index in points:
        while next_use < len(uses) and uses[next_use].selector.first <= offset:
            waiting.append(uses[next_use])
            next_use += 1
        covering = [use for use in waiting if offset < use.selector.last]
        waiting.clear()
        for use in covering:
            use.used = True
            if farthest is None or use.selector.last > farthest.selector.last:
                farthest = use
        if covering:
            yield index, covering[-1]
        elif farthest is not None and offset < farthest.selector.last:
            yield index, farthest


def _unused(uses: list[_Use], path: str, ran: Callable[[str], bool]) -> list[Diagnostic]:
    by_directive: dict[Directive, list[_Use]] = {}
    for use in uses:
        by_directive.setdefault(use.directive, []).append(use)
    problems = []
    for directive, of_directive in by_directive.items():
        idle = [
            use
            for use in of_directive
            if not use.used and not use.codes & _OWN and all(ran(code) for code in use.codes)
        ]
        if idle:
            problems.append(_unused_problem(directive, [use.selector for use in idle], path))
    return problems


def _unused_problem(directive: Directive, idle: list[Selector], path: str) -> Diagnostic:
    names = ", ".join(f"`{selector.text}`" for selector in idle)
    gone = frozenset(idle)
    rest = [selector.text for selector in directive.selectors if selector not in gone]
    if rest:
        edit = Edit(path, directive.codes_start, directive.codes_end, ", ".join(rest))
        fix = Fix(Applicability.SAFE, f"Remove {names} from the directive", (edit,))
        start, end = idle[0].start, idle[-1].end
    else:
        edit = Edit(path, directive.cut_start, directive.cut_end, "")
        fix = Fix(Applicability.SAFE, "Remove the directive", (edit,))
        start, end = directive.start, directive.end
    # Cutting a range open at one end would change what the other end means.
    paired = directive.kind in ("disable", "enable")
    return Diagnostic(
        code=UNUSED.code,
        name=UNUSED.name,
        severity=UNUSED.severity,
        confidence=Confidence.HIGH,
        message=f"`{directive.kind}` of {names} hides nothing",
        path=path,
        start=start,
        end=end,
        span_label="hides nothing",
        help="remove it" + (" with its counterpart" if paired else ""),
        fix=None if paired else fix,
    )


def _unknown(directive: Directive, selector: Selector, path: str, known: list[str]) -> Diagnostic:
    from arxlint.text.nearest import nearest  # only on the way out

    near = nearest(selector.text, known)
    return Diagnostic(
        code=UNKNOWN.code,
        name=UNKNOWN.name,
        severity=UNKNOWN.severity,
        confidence=Confidence.HIGH,
        message=f"`{directive.kind}` names `{selector.text}`, which is no rule",
        path=path,
        start=selector.start,
        end=selector.end,
        span_label="no such rule",
        help=f"did you mean `{near}`?" if near else "`arxlint rules` lists codes and names",
        suggestion=near,
    )


def _malformed(directive: Directive, path: str) -> Diagnostic:
    return Diagnostic(
        code=MALFORMED.code,
        name=MALFORMED.name,
        severity=MALFORMED.severity,
        confidence=Confidence.HIGH,
        message=f"malformed directive: {directive.problem}",
        path=path,
        start=directive.start,
        end=directive.end,
        span_label="hides nothing" if directive.kind != "enable" else "ends nothing",
        help="write `arxlint: ignore[CODE] reason`, `disable[CODE]` … `enable[CODE]` or `file-ignore[CODE]`",
    )
