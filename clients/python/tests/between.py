"""What may stand between a client and the service: a proxy that takes a prefix off, refuses for a while, or breaks off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Iterator

import httpx


@dataclass
class Between(httpx.BaseTransport):
    """Passes calls on to the real service, but for what it is told."""

    #: Only paths under it are passed on, without it.
    prefix: str = ""
    #: What the first calls are answered.
    refusals: "list[httpx.Response]" = field(default_factory=list)
    #: What becomes of a body that arrives.
    body: Callable[[Iterator[bytes]], Iterator[bytes]] = lambda pieces: pieces
    calls: int = 0
    closed: int = 0

    def __post_init__(self) -> None:
        self._real = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.calls += 1
        if self.refusals:
            return self.refusals.pop(0)
        path = request.url.path
        if not path.startswith(f"{self.prefix}/"):
            return httpx.Response(404, text="<h1>not here</h1>")
        request.url = request.url.copy_with(path=path[len(self.prefix) :])
        request.headers["Accept-Encoding"] = "identity"
        response = self._real.handle_request(request)
        return httpx.Response(
            response.status_code, headers=response.headers, stream=_Body(self, response)
        )

    def close(self) -> None:
        self._real.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, between: Between, response: httpx.Response) -> None:
        self._between = between
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._response.stream, httpx.SyncByteStream)
        return self._between.body(iter(self._response.stream))

    def close(self) -> None:
        self._between.closed += 1
        self._response.close()
