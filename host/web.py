"""What is read over the web: a document at an address that the person named. Nothing else connects.

It is read by http and https, also after a redirection, but not from https to http. No more bytes are taken
and no more time than may be, whatever the other side does.
"""

from __future__ import annotations

import errno
from http.client import HTTPException, HTTPMessage
from queue import Empty, Queue
from threading import Thread
from typing import IO
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from .paths import TooLarge

SECONDS = 60.0
"""For one document, from the first word to the last byte."""


def is_address(text: str) -> bool:
    """Whether a text is an address on the web, and no path."""
    return text.startswith(("http://", "https://"))


def fetched(address: str, most: int) -> bytes:
    """The document at an address, at most so many bytes. Raises OSError; its `strerror` says why in words."""
    told: Queue[bytes | OSError] = Queue()
    Thread(target=_fetch, args=(address, most, told), daemon=True).start()
    try:
        found = told.get(timeout=SECONDS)
    except Empty:
        raise TimeoutError(errno.ETIMEDOUT, f"it does not come within {SECONDS:g} seconds") from None
    if isinstance(found, OSError):
        raise found
    return found


def _fetch(address: str, most: int, told: Queue[bytes | OSError]) -> None:
    opener = OpenerDirector()  # not the usual one, which opens files, too
    for sort in _SORTS:
        opener.add_handler(sort())
    try:
        # Whoever waits has given up by then, and said so.
        with opener.open(
            Request(address, headers={"User-Agent": "tilewright"}), timeout=2 * SECONDS
        ) as answer:
            data = answer.read(most + 1)
            short = len(data) <= most and answer.length  # it hung up before its end
        if len(data) > most:
            raise TooLarge(errno.EFBIG, f"it has more than {most:,} bytes")
        told.put(OSError(errno.EPIPE, "the connection broke off") if short else data)
    except OSError as error:
        told.put(OSError(errno.EIO, _why(error)))
    except (HTTPException, ValueError) as error:
        told.put(OSError(errno.EIO, f"the other side does not answer as it should ({error or 'nothing'})"))


def _why(error: OSError) -> str:
    """What a request failed for: the library wraps what the system says."""
    within = getattr(error, "reason", None) or error
    return str(error.strerror or getattr(within, "strerror", None) or within)


class _Redirections(HTTPRedirectHandler):
    max_redirections = 5

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        ways = (urlsplit(req.full_url).scheme, urlsplit(newurl).scheme)
        if ways not in (("http", "http"), ("http", "https"), ("https", "https")):
            raise OSError(errno.EPERM, f"it leads on from {ways[0]} to {ways[1]}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


_SORTS = (
    ProxyHandler,
    HTTPHandler,
    HTTPSHandler,
    HTTPDefaultErrorHandler,
    _Redirections,
    HTTPErrorProcessor,
)
