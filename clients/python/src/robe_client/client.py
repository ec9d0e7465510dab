"""The client: one method for each operation of the contract.

Guarantees: an answer other than 200 is a RobeError; a key is sent to the base address and nowhere else.
"""

from __future__ import annotations

import json
import time
import uuid
from types import TracebackType
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Type, Union, cast

import httpx

from .errors import refusal, unreadable
from .genes import Language
from .retry import NO_RETRY, Retry, Waits
from .rows import Rows
from .types import (
    AnyParent,
    ApiInfo,
    Ask,
    BatchAnswer,
    BatchQuestion,
    Coat,
    CoatOptions,
    Genes,
    GenotypesOf,
    GenotypesOfOptions,
    Inferred,
    InferOptions,
    Offspring,
    OffspringOptions,
    OpenCoat,
    OpenCoatOptions,
    OpenOffspring,
    OpenOffspringOptions,
    Parent,
    PedigreeHorse,
    PictureOptions,
    Population,
)

if TYPE_CHECKING:
    # Type checkers bring it; nothing is needed when the program runs.
    from typing_extensions import Unpack


class RobeClient:
    """Keeps connections: use it in a `with` block, or close it.

    :param base_url: such as `https://coats.example.org` or, behind a proxy, `https://example.org/v1`
    :param retry: how often a refused call is retried, and after which wait at most; None for never
    :param wait_for_window: seconds that one call may wait in all for the next rate-limit window; such waits do not count as retries
    :param timeout: seconds for which the service may be silent before a call fails; None for no limit
    :param transport: instead of httpx's own
    """

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        *,
        retry: Optional[Retry] = Retry(),
        wait_for_window: float = 0.0,
        timeout: Optional[float] = 30.0,
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        headers = {"Accept": "application/json", **({} if key is None else {"X-API-Key": key})}
        # Redirects are not followed: they would take the key elsewhere.
        self._http = httpx.Client(
            base_url=base_url, headers=headers, timeout=timeout, transport=transport, follow_redirects=False
        )
        self._retry = NO_RETRY if retry is None else retry
        self._wait_for_window = wait_for_window

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

    def open_result(self, horse: AnyParent, **options: Unpack[OpenCoatOptions]) -> OpenCoat:
        """The coats that a partly tested horse can have: with a ``?`` among its alleles, seen, or untested."""
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
        self, mother: AnyParent, father: AnyParent, **options: Unpack[OpenOffspringOptions]
    ) -> OpenOffspring:
        """The foals of partly tested parents, or of any with ``foals`` or ``foals_for``: one row for each coat."""
        question = {"mother": mother, "father": father, **options}
        return cast(OpenOffspring, self._json("POST", "/coats/generateChild", json=question))

    def infer(
        self,
        horses: Sequence[PedigreeHorse],
        ask: Union[Ask, Sequence[Ask]],
        population: Population,
        **options: Unpack[InferOptions],
    ) -> Inferred:
        """What the tests, relatives and observed coats of some horses tell about them."""
        question = {"horses": horses, "ask": ask, "population": population, **options}
        return cast(Inferred, self._json("POST", "/coats/infer", json=question))

    def rows(self, mother: Parent, father: Parent, **options: Unpack[OffspringOptions]) -> Rows:
        """The same foals one by one, for crosses that are too large for memory."""
        question = {"mother": mother, "father": father, **options}
        return Rows(lambda: self._ask("POST", "/coats/generateChild", json=question))

    def batch(
        self,
        questions: Sequence[BatchQuestion],
        *,
        idempotency_key: Optional[str] = None,
        lang: Optional[Language] = None,
    ) -> List[BatchAnswer]:
        """Up to 1 000 questions in one call, for one unit each; one answer for each, in order, a refusal among them.

        The call is sent with an idempotency key, so that a retry is not charged again.

        :param idempotency_key: name one to send the same batch again later; default: a new one for each call
        :param lang: the language of answers whose questions name none
        """
        headers = {
            "Content-Type": "application/x-ndjson",
            "Idempotency-Key": idempotency_key or str(uuid.uuid4()),
            **({} if lang is None else {"Accept-Language": lang}),
        }
        content = "\n".join(json.dumps(question) for question in questions)
        response = self._ask("POST", "/coats/batch", content=content, headers=headers)
        try:
            response.read()
            return [cast(BatchAnswer, json.loads(line)) for line in response.text.split("\n") if line]
        except ValueError as error:
            raise unreadable(response) from error
        finally:
            response.close()

    def api_info(self) -> ApiInfo:
        """The key, its limits and its usage. Free of charge."""
        return cast(ApiInfo, self._json("GET", "/coats/api-info"))

    def genes(self, *, lang: Optional[Language] = None) -> Genes:
        """The genes, alleles and names that the service knows, to build a form from. Free of charge."""
        return cast(Genes, self._json("GET", "/coats/genes", params={} if lang is None else {"lang": lang}))

    def genotypes_of(self, name: str, **options: Unpack[GenotypesOfOptions]) -> GenotypesOf:
        """All genotypes of the coats that a name can mean."""
        return cast(GenotypesOf, self._json("POST", "/coats/genotypesOf", json={"name": name, **options}))

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
        waits = Waits(self._retry, self._wait_for_window)
        while True:
            request = self._http.build_request(method, path, **content)
            response = self._http.send(request, stream=True)
            if response.status_code == 200:
                return response
            try:
                response.read()
            finally:
                response.close()
            time.sleep(waits.after(refusal(response)))
