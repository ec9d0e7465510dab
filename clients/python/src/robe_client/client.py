"""The client: one method for each operation of the contract.

Guarantees: an answer other than 200 is a RobeError; a key is sent to the base address and nowhere else.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Type, cast

import httpx

from .errors import refusal, unreadable
from .retry import NO_RETRY, Retry
from .rows import Rows
from .types import (
    ApiInfo,
    Coat,
    CoatOptions,
    Genes,
    Inferred,
    InferOptions,
    Offspring,
    OffspringOptions,
    OpenCoat,
    OpenOffspring,
    Parent,
    PictureOptions,
    Population,
)

if TYPE_CHECKING:
    # Type checkers bring it; nothing is needed when the program runs.
    from typing_extensions import Unpack


class RobeClient:
    """Keeps connections: use it in a `with` block, or close it.

    :param base_url: such as `https://coats.example.org` or, behind a proxy, `https://example.org/v1`
    :param retry: after which refusals a call is made again; None for none
    :param timeout: seconds for which the service may be silent before a call fails; None for no end
    :param transport: in place of httpx's own
    """

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        *,
        retry: Optional[Retry] = Retry(),
        timeout: Optional[float] = 30.0,
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        headers = {"Accept": "application/json", **({} if key is None else {"X-API-Key": key})}
        # Redirects are not followed: they would take the key elsewhere.
        self._http = httpx.Client(
            base_url=base_url, headers=headers, timeout=timeout, transport=transport, follow_redirects=False
        )
        self._retry = NO_RETRY if retry is None else retry

    def __enter__(self) -> RobeClient:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def result(self, horse: Parent, **options: Unpack[CoatOptions]) -> Coat:
        """The coat of one horse."""
        return cast(Coat, self._json("POST", "/coats/result", json={**horse, **options}))

    def open_result(self, horse: Parent, **options: Unpack[CoatOptions]) -> OpenCoat:
        """The coats of one horse of which not everything is known: a ``?`` among its alleles, seen, or untested."""
        return cast(OpenCoat, self._json("POST", "/coats/result", json={**horse, **options}))

    def picture(self, horse: Parent, **options: Unpack[PictureOptions]) -> str:
        """A picture of one horse, as the text of an SVG."""
        response = self._ask("POST", "/coats/picture", json={**horse, **options})
        try:
            response.read()
            return response.text
        finally:
            response.close()

    def generate_child(self, mother: Parent, father: Parent, **options: Unpack[OffspringOptions]) -> Offspring:
        """The foals that two parents can have, all in one answer."""
        question = {"mother": mother, "father": father, **options}
        return cast(Offspring, self._json("POST", "/coats/generateChild", json=question))

    def open_offspring(
        self, mother: Parent, father: Parent, **options: Unpack[OffspringOptions]
    ) -> OpenOffspring:
        """The foals of parents of which not everything is known, or where foals or foals_for is asked."""
        question = {"mother": mother, "father": father, **options}
        return cast(OpenOffspring, self._json("POST", "/coats/generateChild", json=question))

    def infer(
        self,
        horses: Sequence[Mapping[str, Any]],
        ask: Sequence[Mapping[str, Any]],
        population: Population,
        **options: Unpack[InferOptions],
    ) -> Inferred:
        """What follows from the tests, relatives and coats seen of some horses."""
        question = {"horses": horses, "ask": ask, "population": population, **options}
        return cast(Inferred, self._json("POST", "/coats/infer", json=question))

    def rows(self, mother: Parent, father: Parent, **options: Unpack[OffspringOptions]) -> Rows:
        """The same foals one by one, for crosses with more of them than should be in memory."""
        question = {"mother": mother, "father": father, **options}
        return Rows(lambda: self._ask("POST", "/coats/generateChild", json=question))

    def api_info(self) -> ApiInfo:
        """The key, its limits and its usage. Free of charge."""
        return cast(ApiInfo, self._json("GET", "/coats/api-info"))

    def genes(self, *, lang: Optional[str] = None) -> Genes:
        """The genes, alleles and names that the service knows, to build a form from. Free of charge."""
        return cast(Genes, self._json("GET", "/coats/genes", params={} if lang is None else {"lang": lang}))

    def _json(self, method: str, path: str, **content: Any) -> object:
        response = self._ask(method, path, **content)
        try:
            response.read()
            return cast(object, response.json())
        except ValueError as error:
            raise unreadable(response) from error
        finally:
            response.close()

    def _ask(self, method: str, path: str, **content: Any) -> httpx.Response:
        """The head of an answer of 200, whose body is still to be read."""
        made = 0
        while True:
            request = self._http.build_request(method, path, **content)
            response = self._http.send(request, stream=True)
            if response.status_code == 200:
                return response
            try:
                response.read()
            finally:
                response.close()
            time.sleep(self._retry.wait(refusal(response), made))
            made += 1
