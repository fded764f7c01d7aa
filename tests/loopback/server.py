"""A small arXiv on 127.0.0.1: real HTTP, real protocols, and every way in which a server can let one down.

In a test::

    with LoopbackArxiv([paper("2401.00001", "On engines")]) as arxiv:
        arxiv.faults += ["429:0", "html"]      # for the next two requests
        ArxivApi(arxiv.api_url).lookup(["2401.00001"])
        arxiv.log                               # what was asked, and when

From a shell, ``python -m tests.loopback.server --papers metadata.jsonl --fault 503 --fault html`` prints the
addresses to set and serves until it is stopped.

Faults, taken one a request:

``429``, ``503`` (``:N``: with ``Retry-After: N``), ``500``, ``404``, ``400``  that status
``html``              a page with status 200
``empty``             no body
``empty-feed``        a feed without entries
``truncated``         the connection ends inside the feed
``short``             the same, after ``Content-Length`` promised more
``missing:ID``        a feed that lacks a paper
``fewer``             one entry fewer than the total says
``slow:SECONDS``      a pause before the answer
``drip``              a byte at a time
``reset``             the connection is closed without a word
``elsewhere:URL``     a redirect
``bad-token``         (OAI-PMH) the resumption token is refused
``none``              no fault
"""

from __future__ import annotations

import argparse
import socket
import threading
import time
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.loopback import protocol
from tests.loopback.corpus import CANARY, Record, from_json_lines

_LONGEST_URL = 8_000
_PAGE = b"<!DOCTYPE html><html><body><h1>Rate exceeded.</h1><br></body></html>"


class Request(NamedTuple):
    """One request that came in: when (monotonic seconds), path, query, User-Agent, identifiers asked for."""

    when: float
    path: str
    query: str
    agent: str
    ids: tuple[str, ...]


class LoopbackArxiv:
    """The server.  ``papers`` can be changed while it runs; the canary paper is always among them."""

    def __init__(self, papers: Iterable[Record] = (), page_size: int = 3, date: str = "2026-11-30") -> None:
        self.papers = {record.id: record for record in (CANARY, *papers)}
        self.page_size = page_size
        self.date = date
        self.faults: list[str] = []
        self.log: list[Request] = []
        self.open_connections = 0
        self.most_connections = 0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def api_url(self) -> str:
        return f"{self.url}/api/query"

    @property
    def oai_url(self) -> str:
        return f"{self.url}/oai"

    @property
    def asked(self) -> list[tuple[str, ...]]:
        """Identifiers asked for, request by request."""
        return [request.ids for request in self.log]

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def __enter__(self) -> LoopbackArxiv:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def take_in(self, path: str, query: str, agent: str) -> str:
        """Note a request and return the fault that it meets."""
        with self._lock:
            ids = tuple(part for part in parse_qs(query).get("id_list", [""])[0].split(",") if part)
            self.log.append(Request(time.monotonic(), path, query, agent, ids))
            self.open_connections += 1
            self.most_connections = max(self.most_connections, self.open_connections)
            return self.faults.pop(0) if self.faults else "none"

    def done(self) -> None:
        with self._lock:
            self.open_connections -= 1

    def answer(self, path: str, query: str, fault: str) -> protocol.Answer:
        """Return what the real server would, with faults of content."""
        name, _, detail = fault.partition(":")
        if path == "/oai":
            if name == "bad-token":
                query = "verb=ListRecords&resumptionToken=nonsense"
            return protocol.oai_answer(self.papers, query, self.page_size, self.date)
        if path != "/api/query":
            return 404, "text/html", b"<html>not found</html>"
        if len(query) > _LONGEST_URL:
            return 414, "text/html", b"<html>414 URI Too Long</html>"
        papers = dict(self.papers)
        if name == "missing":
            papers.pop(detail, None)
        if name == "empty-feed":
            papers.clear()
        status, kind, body = protocol.api_answer(papers, query)
        if name == "fewer":
            cut = body.rindex(b"<entry>")
            body = body[:cut] + body[body.rindex(b"</entry>") + len(b"</entry>") :]
        return status, kind, body


def _handler_for(arxiv: LoopbackArxiv) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self._serve(parts.path, parts.query)

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self._serve(urlsplit(self.path).path, self.rfile.read(length).decode())

        def _serve(self, path: str, query: str) -> None:
            fault = arxiv.take_in(path, query, self.headers.get("User-Agent", ""))
            try:
                self._respond(path, query, fault)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                arxiv.done()

        def _respond(self, path: str, query: str, fault: str) -> None:
            name, _, detail = fault.partition(":")
            if name == "reset":
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            if name == "slow":
                time.sleep(float(detail))
            if name in ("429", "503", "500", "404", "400"):
                headers = {"Retry-After": detail} if detail else {}
                self._send(int(name), "text/html", b"Rate exceeded.", headers)
                return
            if name == "elsewhere":
                self._send(302, "text/html", b"", {"Location": detail})
                return
            status, kind, body = arxiv.answer(path, query, fault)
            if name == "html":
                status, kind, body = 200, "text/html", _PAGE
            elif name == "empty":
                body = b""
            if name in ("truncated", "short", "drip"):
                self._send_badly(name, kind, body)
                return
            self._send(status, kind, body, {})

        def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def _send_badly(self, name: str, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            if name != "truncated":
                self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            if name == "drip":
                for byte in body:
                    self.wfile.write(bytes((byte,)))
                    self.wfile.flush()
                    time.sleep(0.01)
            else:
                self.wfile.write(body[: len(body) * 2 // 3])
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler


def main() -> None:
    """Serve papers from JSON lines until stopped."""
    parser = argparse.ArgumentParser(description="A small arXiv on 127.0.0.1.")
    parser.add_argument("--papers", action="append", default=[], metavar="FILE", help="JSON lines")
    parser.add_argument("--fault", action="append", default=[], help="for the next request")
    given = parser.parse_args()
    records: list[Record] = []
    for name in given.papers:
        with Path(name).open(encoding="utf-8") as lines:
            records += from_json_lines(lines)
    with LoopbackArxiv(records, page_size=2500) as arxiv:
        arxiv.faults += given.fault
        print(f"ARXLINT_API_URL={arxiv.api_url} ARXLINT_OAI_URL={arxiv.oai_url}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
