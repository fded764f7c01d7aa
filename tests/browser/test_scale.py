"""Five thousand findings stay fluid."""

from __future__ import annotations

from typing import Any

from tests.audit.synthetic import Base

KEYSTROKE = """(text) => {
  const search = document.getElementById('search');
  const times = [];
  for (let end = 1; end <= text.length; end += 1) {
    search.value = text.slice(0, end);
    const start = performance.now();
    search.dispatchEvent(new Event('input', { bubbles: true }));
    document.body.offsetHeight; // the layout belongs to it
    times.push(performance.now() - start);
  }
  return times;
}"""


def test_a_keystroke_takes_less_than_a_tenth_of_a_second(open_page: Any, large: Base) -> None:
    page = open_page(large, "view=findings")
    assert page.inner_text(".result-count b") == "5,000"
    page.evaluate(KEYSTROKE, "x")  # what is compiled once is not what is measured
    times = sorted(page.evaluate(KEYSTROKE, "arx301 tom 2026-07"))
    print(f"keystrokes: median {times[len(times) // 2]:.0f} ms, worst {times[-1]:.0f} ms")
    assert times[len(times) // 2] < 100
    # The machine may be busy for a moment; it must not be busy with us.
    assert times[-2] < 200


def test_the_list_grows_as_it_is_scrolled(open_page: Any, large: Base) -> None:
    page = open_page(large, "view=findings")
    first = page.locator(".finding").count()
    assert first <= 80
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function(f"document.querySelectorAll('.finding').length > {first}")


def test_a_link_into_the_middle(open_page: Any, large: Base) -> None:
    report = large.report()
    finding = report.findings[3456]
    page = open_page(large, f"view=findings&finding={finding.diagnostic.fingerprint}")
    card = page.locator("#finding-3456")
    assert card.is_visible()
    box = card.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900
    assert page.locator(".finding").count() < 200
    # What is above can be reached, and what is in sight stays where it is meanwhile.
    page.evaluate("window.scrollBy(0, -400)")
    page.wait_for_timeout(150)
    assert page.locator("#finding-3450").count() == 1


def test_opening_is_quick(open_page: Any, large: Base) -> None:
    page = open_page(large)
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    print(f"opened in {timing:.0f} ms")
    assert timing < 5000
