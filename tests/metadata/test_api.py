"""The live API against a real server that behaves, misbehaves, and goes away."""

from __future__ import annotations

import itertools
import multiprocessing
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.loopback.corpus import CANARY, paper
from tests.loopback.server import LoopbackArxiv
from tests.metadata.conftest import PAPERS, RENAMED

from arxlint.metadata.api import LARGEST_BATCH, ArxivApi
from arxlint.metadata.caching import DAY, ObservationCache
from arxlint.metadata.days import today
from arxlint.metadata.errors import StoreError
from arxlint.metadata.network import INTERVAL, interval_for, retry_after
from arxlint.metadata.open import open_chain
from arxlint.metadata.paper import Absent, Paper, Version
from arxlint.metadata.progress import Progress

IDS = [record.id for record in PAPERS]


def client(**options: object) -> ArxivApi:
    return ArxivApi(progress=Progress(False), **options)  # type: ignore[arg-type]


def test_a_batch_and_every_field(arxiv: LoopbackArxiv) -> None:
    api = client()
    answers = api.lookup(IDS)
    assert set(answers) == set(IDS)
    assert answers["2401.00001"] == Paper(
        "2401.00001",
        "C$^2$KV: Composable Caches",
        ("Ada Lovelace", "José Ñandú"),
        (Version(1, "2024-01-02"), Version(3, "2024-03-02", "C$^2$KV: Composable Caches")),
        latest=3,
        versions_complete=True,
        submitted="2024-01-02",
        primary="cs.CL",
        categories=("cs.CL",),
        abstract_words=frozenset({"we", "study", "engines"}),
        as_of=today(),
        source="arXiv API",
    )
    old = answers["hep-th/9901001"]
    assert isinstance(old, Paper)
    assert (old.doi, old.journal_ref) == ("10.1016/x", "Nucl. Phys. B 1 (1999)")
    assert len(arxiv.log) == 1
    assert arxiv.asked[0] == tuple(sorted({*IDS, CANARY.id}))
    assert "max_results=5" in arxiv.log[0].query
    assert arxiv.log[0].agent.startswith("arxlint/")


def test_a_missing_paper_is_absent_and_the_canary_makes_it_so(arxiv: LoopbackArxiv) -> None:
    api = client()
    answers = api.lookup(["2401.00001", "2401.99999", "math/9901001"])
    assert answers["2401.99999"] == Absent("2401.99999", today(), "arXiv API")
    assert isinstance(answers["math/9901001"], Absent)
    assert isinstance(answers["2401.00001"], Paper)
    assert api.unanswered == {}


def test_all_missing_is_still_absent(arxiv: LoopbackArxiv) -> None:
    assert isinstance(client().lookup(["2401.99999"])["2401.99999"], Absent)


def test_versions(arxiv: LoopbackArxiv) -> None:
    api = client()
    answers = api.lookup_versions({"2403.00001": [1, 2, 9], "2401.00001": [2]})
    renamed = answers[RENAMED.id]
    assert isinstance(renamed, Paper)
    assert renamed.title == "New Name: a study"
    assert renamed.other_titles == ("Old Name: a study",)
    assert renamed.versions == (
        Version(1, "2024-03-01", "Old Name: a study"),
        Version(2, "2024-04-01", "New Name: a study"),
    )
    assert (renamed.latest, renamed.versions_complete) == (2, True)
    assert renamed.version(9) is None
    caches = answers["2401.00001"]
    assert isinstance(caches, Paper)
    assert [version.number for version in caches.versions] == [1, 2, 3]
    assert len(arxiv.log) == 1


def test_withdrawn(arxiv: LoopbackArxiv) -> None:
    found = client().lookup(["2402.00001"])["2402.00001"]
    assert isinstance(found, Paper)
    assert found.withdrawn == "This paper has been withdrawn by the author due to an error in Lemma 2"
    assert found.versions[-1].withdrawn


FAULTS = (
    f"html empty empty-feed truncated short reset missing:{CANARY.id} fewer 500 503 429 429:1000 404 "
    "elsewhere:http://localhost:9/evil"
).split()


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_believed_is_not_answered_and_not_remembered(arxiv: LoopbackArxiv, fault: str) -> None:
    arxiv.faults += [fault] * 20
    api = client(observations=ObservationCache(), longest_wait=2.0)
    assert api.lookup(["2401.00001", "2401.99999"]) == {}
    assert set(api.unanswered) == {"2401.00001", "2401.99999"}
    assert all(api.unanswered.values())
    arxiv.faults.clear()
    Path(api_lock()).unlink(missing_ok=True)
    assert ObservationCache().lookup(["2401.00001", "2401.99999"]) == {}
    again = client(observations=ObservationCache())
    assert set(again.lookup(["2401.00001", "2401.99999"])) == {"2401.00001", "2401.99999"}


def api_lock() -> str:
    from arxlint.metadata.network import Pacer

    return Pacer().path


@pytest.mark.parametrize(
    "fault", ["html", "empty-feed", "truncated", "short", "fewer", "503:0", "429:0", "500", "reset"]
)
def test_one_bad_answer_is_asked_again(arxiv: LoopbackArxiv, fault: str) -> None:
    arxiv.faults.append(fault)
    api = client()
    assert set(api.lookup(["2401.00001", "2401.99999"])) == {"2401.00001", "2401.99999"}
    assert len(arxiv.log) == 2
    assert api.unanswered == {}


def test_a_redirect_within_the_server_is_followed(arxiv: LoopbackArxiv) -> None:
    arxiv.faults.append(f"elsewhere:{arxiv.api_url}?id_list={CANARY.id},2401.00001&max_results=10")
    assert set(client().lookup(["2401.00001"])) == {"2401.00001"}


def test_patience_is_what_the_server_asks_for(arxiv: LoopbackArxiv) -> None:
    arxiv.faults.append("429:1")
    began = time.monotonic()
    assert client().lookup(["2401.00001"])
    assert time.monotonic() - began >= 1.0
    assert arxiv.log[1].when - arxiv.log[0].when >= 1.0


def test_what_takes_too_long_is_given_up(arxiv: LoopbackArxiv) -> None:
    arxiv.faults.append("429:1000")
    api = client(longest_wait=60.0)
    began = time.monotonic()
    assert api.lookup(["2401.00001"]) == {}
    assert time.monotonic() - began < 60
    assert "429" in api.unanswered["2401.00001"]
    other = client(longest_wait=60.0)
    assert other.lookup(["2401.00001"]) == {}, "the server is left alone by everybody for as long as it asked"
    assert len(arxiv.log) == 1


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("ARXLINT_API_URL", f"http://127.0.0.1:{port}/api/query")
    monkeypatch.setenv("ARXLINT_API_INTERVAL", "30")
    api = client(observations=ObservationCache())
    began = time.monotonic()
    assert api.lookup([f"2401.{number:05d}" for number in range(1, 1001)]) == {}
    assert time.monotonic() - began < 30, "a second try, or a second batch, only costs the user time"
    assert len(api.unanswered) == 1000
    assert set(api.unanswered.values()) == {"arXiv cannot be reached"}


def test_batches(arxiv: LoopbackArxiv) -> None:
    ids = [f"2501.{number:05d}" for number in range(1, 1001)]
    arxiv.papers.update({identifier: paper(identifier, f"Paper {identifier}") for identifier in ids[:990]})
    answers = client().lookup(reversed(ids))
    assert sum(isinstance(answer, Paper) for answer in answers.values()) == 990
    assert sum(isinstance(answer, Absent) for answer in answers.values()) == 10
    assert len(arxiv.log) == 3
    assert all(
        len(batch) <= LARGEST_BATCH and CANARY.id in batch and list(batch) == sorted(batch)
        for batch in arxiv.asked
    )
    assert all(len(request.query) < 6000 for request in arxiv.log)


def test_a_failing_batch_does_not_spoil_the_others(arxiv: LoopbackArxiv) -> None:
    ids = [f"2501.{number:05d}" for number in range(1, 801)]
    arxiv.papers.update({identifier: paper(identifier, "T") for identifier in ids})
    arxiv.faults += ["html", "none", "none"]
    assert len(client().lookup(ids)) == 800


def test_the_server_refuses_an_identifier(arxiv: LoopbackArxiv, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.loopback import protocol

    real = protocol.api_answer

    def refusing(papers: object, query: str) -> protocol.Answer:
        if "2401.00002" in query:
            return protocol.api_error(400, "incorrect id format for 2401.00002")
        return real(papers, query)  # type: ignore[arg-type]

    monkeypatch.setattr(protocol, "api_answer", refusing)
    api = client()
    assert set(api.lookup(["2401.00001", "2401.00002", "2401.99999"])) == {"2401.00001", "2401.99999"}
    assert "incorrect id format" in api.unanswered["2401.00002"]


def test_only_canonical_identifiers_are_sent(arxiv: LoopbackArxiv) -> None:
    api = client()
    assert set(api.lookup(["2401.00001", "abc", "arXiv:2401.00002", "2401.2", "math.GT/0309136"])) == {
        "2401.00001"
    }
    assert api.unanswered["abc"] == "not a canonical identifier"
    assert arxiv.asked == [("0704.0001", "2401.00001")]


def test_answers_are_cached_over_http_for_the_same_questions(arxiv: LoopbackArxiv) -> None:
    first = client().lookup(["2401.00001", "2401.99999"])
    second = client().lookup(["2401.99999", "2401.00001"])
    assert first == second
    assert len(arxiv.log) == 1
    client(cache_url="none").lookup(["2401.00001", "2401.99999"])
    assert len(arxiv.log) == 2


def test_the_chain_asks_arxiv_once_and_then_remembers(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    chain = open_chain([], offline=False, progress=False)
    chain.prefetch({"2401.00001": [2], "2401.99999": [], "2403.00001": [1]})
    chain.prefetch_history(["2403.00001"])
    assert chain.verified == {"2401.00001", "2401.99999", "2403.00001"}
    asked = len(arxiv.log)
    assert asked == 3
    again = open_chain([], offline=True)
    answers = again.lookup(["2401.00001", "2401.99999", "2403.00001"])
    renamed = answers["2403.00001"]
    assert isinstance(renamed, Paper)
    assert "Old Name: a study" in renamed.other_titles
    assert isinstance(answers["2401.99999"], Absent)
    assert len(arxiv.log) == asked


def test_old_observations_serve_when_arxiv_does_not(
    arxiv: LoopbackArxiv, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert open_chain([], offline=False, progress=False).lookup(["2401.00001"])
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 30 * DAY)
    arxiv.stop()
    chain = open_chain([], offline=False, cache_url="none", progress=False)
    answer = chain.lookup(["2401.00001", "2401.00002"])
    assert isinstance(answer["2401.00001"], Paper)
    assert chain.unverified == {"2401.00002"}
    assert set(chain.reasons) == {"2401.00002"}
    arxiv.start = lambda: None  # type: ignore[method-assign]


def _ask(url: str, cache: str, identifier: str) -> None:
    import os

    os.environ.update(ARXLINT_API_URL=url, XDG_CACHE_HOME=cache, ARXLINT_API_INTERVAL="0.4")
    assert ArxivApi(cache_url="none", progress=Progress(False)).lookup([identifier])


@pytest.mark.slow
def test_processes_take_turns(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    arxiv.faults += ["slow:0.2"] * 4
    workers = [
        context.Process(target=_ask, args=(arxiv.api_url, str(tmp_path / "shared-cache"), identifier))
        for identifier in IDS
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    times = [request.when for request in arxiv.log]
    assert len(times) == 4
    assert all(later - earlier >= 0.4 for earlier, later in itertools.pairwise(times))
    assert arxiv.most_connections == 1


def test_arxiv_itself_is_never_asked_faster_than_it_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARXLINT_API_INTERVAL", "0")
    assert interval_for("https://export.arxiv.org/api/query") == INTERVAL == 3.0
    assert interval_for("https://arxiv.org/x") == 3.0
    assert interval_for("http://127.0.0.1:1/") == 0.0
    monkeypatch.setenv("ARXLINT_API_INTERVAL", "soon")
    assert interval_for("http://127.0.0.1:1/") == 3.0


@pytest.mark.parametrize(
    ("value", "seconds"), [("7", 7.0), (None, None), ("", None), ("soon", None), ("-1", None)]
)
def test_retry_after(value: str | None, seconds: float | None) -> None:
    assert retry_after(value) == seconds


def test_retry_after_a_date() -> None:
    from email.utils import formatdate

    asked = retry_after(formatdate(time.time() + 90, usegmt=True))
    assert asked is not None
    assert 85 < asked <= 91
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A real Redis server of this test."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    pytest.importorskip("redis")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = [
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        str(tmp_path),
    ]
    server = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0", server
    finally:
        server.terminate()
        server.wait(10)


@pytest.mark.filterwarnings("ignore:Call to deprecated setex:DeprecationWarning")  # by requests-cache
def test_a_team_shares_answers_through_redis(
    arxiv: LoopbackArxiv,
    redis_url: tuple[str, subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    import redis

    url, server = redis_url
    first = client(cache_url=url).lookup(["2401.00001", "2401.99999"])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a-colleague"))
    api = client(cache_url=url)
    assert api.lookup(["2401.00001", "2401.99999"]) == first
    assert len(arxiv.log) == 1
    connection = redis.Redis.from_url(url)
    keys = connection.keys("*")
    assert keys
    for key in keys:
        assert 0 < connection.ttl(key) <= 86_400 + 3_600
        value = connection.get(key)
        assert isinstance(value, bytes)
        assert value[:1] == b"{", "values must be JSON, not pickles"
    connection.close()
    server.terminate()
    server.wait(10)
    assert set(api.lookup(["2401.00002"])) == {"2401.00002"}, "a cache that goes away must not stop a run"
    with pytest.raises(StoreError, match="does not answer"):
        client(cache_url=url).lookup(["2401.00002"])
    with pytest.raises(StoreError, match="does not answer"):
        open_chain([], offline=False, cache_url=url)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(StoreError) as caught:
        client(cache_url="redis://user:secret@127.0.0.1:9/0").connect()
    assert "secret" not in str(caught.value)


def test_the_server_from_a_shell(tmp_path: Path) -> None:
    papers = tmp_path / "papers.jsonl"
    papers.write_text(
        '{"id": "2401.00001", "title": "T", "versions": [[1, "2024-01-02"], [2, "2024-02-02"]]}\n'
    )
    root = Path(__file__).resolve().parents[2]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.loopback.server", "--papers", str(papers)],
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[0].partition("=")[2]
        answer = ArxivApi(address, progress=Progress(False)).lookup(["2401.00001"])["2401.00001"]
        assert isinstance(answer, Paper)
        assert answer.latest == 2
    finally:
        process.kill()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()
