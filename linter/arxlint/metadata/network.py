"""Talking to arXiv's servers as its terms of use ask, and trusting nothing that comes back.

At most one request at a time and one every three seconds *for all processes of this user*: a lock file in
the cache folder is held while a request is in flight and says when the next may start.  A server that says
429 or 503 is left alone for as long as it asks (``Retry-After``), by every process.  Source: arXiv API terms
of use, https://info.arxiv.org/help/api/tou.html.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter

from arxlint import __version__
from arxlint.metadata.caching import open_cache_folder

USER_AGENT: Final = f"arxlint/{__version__} (linter for arXiv citations)"
INTERVAL: Final = 3.0
"""Seconds between requests (arXiv's terms of use)."""
RETRIES: Final = 3
_CONNECT_TIMEOUT: Final = 10.0
_READ_TIMEOUT: Final = 60.0
_WHOLE_TIMEOUT: Final = 180.0
_LARGEST: Final = 128 << 20
_LONGEST_PENALTY: Final = 3_600.0
_BUSY: Final = frozenset({429, 500, 502, 503, 504})

OnWait = Callable[[float, str], None]
"""Called before a pause of so many seconds, with its reason."""


def interval_for(endpoint: str) -> float:
    """Return the seconds between requests: three; for a server not arXiv's also ``ARXLINT_API_INTERVAL``."""
    host = urlsplit(endpoint).hostname or ""
    wish = os.environ.get("ARXLINT_API_INTERVAL")
    if wish and host != "arxiv.org" and not host.endswith(".arxiv.org"):
        with contextlib.suppress(ValueError):
            return max(0.0, float(wish))
    return INTERVAL


class Pacer:
    """Turns at asking, over all processes of this user."""

    def __init__(self, interval: float = INTERVAL, path: str | None = None) -> None:
        if path is None:
            import tempfile

            folder = open_cache_folder() or tempfile.gettempdir()
            path = os.path.join(folder, "arxiv-requests.lock")
        self.path = path
        self.interval = interval

    @contextlib.contextmanager
    def turn(self, longest_wait: float, on_wait: OnWait | None = None) -> Iterator[Callable[[float], None]]:
        """Wait for a turn and hold it; yields a function that postpones the next turn by seconds.

        Raises requests.ConnectionError if the wait would take longer than ``longest_wait`` seconds.
        """
        deadline = time.monotonic() + longest_wait
        with open(self.path, "a+b") as file:
            while not _lock(file):
                if time.monotonic() > deadline:
                    raise requests.ConnectionError("another process is talking to arXiv all the time")
                time.sleep(0.02)
            try:
                pause = self._pause(file)
                if pause > deadline - time.monotonic():
                    raise requests.ConnectionError(f"arXiv asked to be left alone for {pause:.0f} s more")
                if pause > 0:
                    if on_wait and pause > self.interval:
                        on_wait(pause, "arXiv asked to wait")
                    time.sleep(pause)
                penalty = [0.0]
                try:
                    yield lambda seconds: penalty.__setitem__(0, min(seconds, _LONGEST_PENALTY))
                finally:
                    self._set_next(file, time.time() + max(self.interval, penalty[0]))
            finally:
                _unlock(file)

    def _pause(self, file: Any) -> float:
        file.seek(0)
        try:
            next_start = float(file.read(64) or 0)
        except ValueError:
            return self.interval
        pause = next_start - time.time()
        # A time further off than any penalty was written by a clock that has since been set back.
        return self.interval if pause > _LONGEST_PENALTY + self.interval else pause

    @staticmethod
    def _set_next(file: Any, when: float) -> None:
        file.seek(0)
        file.truncate()
        file.write(f"{when:.3f}".encode())
        file.flush()


if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(file: Any) -> bool:
        file.seek(1 << 20)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True

    def _unlock(file: Any) -> None:
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]
else:
    import fcntl

    def _lock(file: Any) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: Any) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


class PoliteAdapter(HTTPAdapter):
    """Sends each request in its turn, with time limits, and tries again where that may help.

    Sits below any HTTP cache: what is answered from a cache takes no turn.  The body is read before the
    turn ends, so there is never more than one connection in use.
    """

    def __init__(self, pacer: Pacer, longest_wait: float = 60.0, on_wait: OnWait | None = None) -> None:
        super().__init__(pool_connections=1, pool_maxsize=1, max_retries=0)
        self._pacer = pacer
        self._longest_wait = longest_wait
        self._on_wait = on_wait

    def send(  # type: ignore[override]
        self, request: requests.PreparedRequest, stream: bool = False, timeout: Any = None, **rest: Any
    ) -> requests.Response:
        """Return the last try's response; raises requests.RequestException where there was none."""
        request.headers["User-Agent"] = USER_AGENT
        limits = timeout or (_CONNECT_TIMEOUT, _READ_TIMEOUT)
        for attempt in range(RETRIES + 1):
            last = attempt == RETRIES
            backoff = self._pacer.interval * 2**attempt * (1 + random.random() / 4)
            with self._pacer.turn(self._longest_wait, self._on_wait) as postpone:
                try:
                    response = super().send(request, stream=True, timeout=limits, **rest)
                    _read_body(response)
                except (requests.ConnectionError, requests.Timeout) as error:
                    if last or _unreachable(error):
                        raise
                    postpone(backoff)
                    continue
                if response.status_code not in _BUSY:
                    return response
                asked = retry_after(response.headers.get("Retry-After"))
                pause = backoff if asked is None else asked
                postpone(pause)
                if last or pause > self._longest_wait:
                    return response
        raise AssertionError("unreachable")


def _read_body(response: requests.Response) -> None:
    """Read the whole body into the response, however slowly it drips, within limits."""
    deadline = time.monotonic() + _WHOLE_TIMEOUT
    parts, size = [], 0
    try:
        for chunk in response.iter_content(1 << 16):
            parts.append(chunk)
            size += len(chunk)
            if size > _LARGEST:
                raise requests.ConnectionError("the answer is too long to be one of arXiv's")
            if time.monotonic() > deadline:
                raise requests.Timeout(f"the answer did not end within {_WHOLE_TIMEOUT:.0f} s")
    except requests.exceptions.ChunkedEncodingError as error:
        raise requests.ConnectionError(f"the answer broke off: {error}") from None
    response._content = b"".join(parts)


def _unreachable(error: Exception) -> bool:
    """Tell whether there is nobody to talk to at all: then trying again only costs the user time."""
    from urllib3.exceptions import NewConnectionError

    reason = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(error, requests.exceptions.ProxyError) or isinstance(reason, NewConnectionError)


def retry_after(value: str | None) -> float | None:
    """Return the seconds that a ``Retry-After`` header asks for (a number, or an HTTP date), or None."""
    if not value:
        return None
    if value.strip().isdecimal():
        return float(value)
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None


class ArxivOnly(requests.Session):
    """A session that follows redirects only within arXiv (or within the configured server)."""

    allowed_host = "arxiv.org"

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        """Return where a redirect leads, or None where it leads elsewhere."""
        target = super().get_redirect_target(resp)
        if target is None:
            return None
        parts = urlsplit(target)
        host = parts.hostname or self.allowed_host
        inside = host in (self.allowed_host, "arxiv.org") or host.endswith(".arxiv.org")
        return target if inside and parts.scheme in ("", "http", "https") else None


def polite(session: requests.Session, endpoint: str, longest_wait: float, on_wait: OnWait | None) -> None:
    """Make a session ask an endpoint politely."""
    if isinstance(session, ArxivOnly):
        session.allowed_host = urlsplit(endpoint).hostname or ""
    adapter = PoliteAdapter(Pacer(interval_for(endpoint)), longest_wait, on_wait)
    session.mount("https://", adapter)
    session.mount("http://", adapter)
