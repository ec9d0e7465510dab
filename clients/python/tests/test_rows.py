"""The rows of a large cross while they arrive."""

from __future__ import annotations

import json
import random
import tracemalloc
from typing import Any, Iterator, List

import pytest

from between import Between
from conftest import Service
from robe_client import Parent, RobeClient, RobeError
from robe_client.row_splitter import split_rows

MANY_SIDED: Parent = {
    "base": {"agouti": ["A", "a"], "extension": ["E", "e"]},
    "others": {
        "matp": ["Cr", "Prl"],
        "dun": ["D", "nd1"],
        "silver": ["Z", "n"],
        "champagne": ["Ch", "n"],
        "grey": ["G", "n"],
    },
}


def test_rows_and_their_summary_are_what_the_whole_answer_holds(robe: RobeClient) -> None:
    whole: Any = dict(robe.generate_child(MANY_SIDED, MANY_SIDED))
    rows = robe.rows(MANY_SIDED, MANY_SIDED)
    assert rows.summary is None
    assert list(rows) == whole.pop("results")
    assert rows.summary == whole


def test_no_more_is_read_than_the_taken_rows_need(service: Service) -> None:
    pulled: List[int] = []

    def counted(pieces: Iterator[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            pulled.append(len(piece))
            yield piece

    between = Between(body=counted)
    with RobeClient(service.url, service.key, transport=between) as robe:
        with robe.rows(MANY_SIDED, MANY_SIDED) as rows:
            assert between.calls == 0
            assert next(iter(rows))["coat"]
            assert len(pulled) == 1
        assert between.closed == 1
        assert rows.summary is None
        assert list(rows) == []


def test_an_answer_that_breaks_off_is_no_shorter_answer(service: Service) -> None:
    between = Between(body=lambda pieces: (piece[:500] for piece in [next(pieces)]))
    with RobeClient(service.url, service.key, transport=between) as robe:
        with pytest.raises(RobeError) as caught:
            list(robe.rows(MANY_SIDED, MANY_SIDED))
        assert (caught.value.status, caught.value.code) == (200, None)
        with pytest.raises(RobeError):
            robe.generate_child(MANY_SIDED, MANY_SIDED)


def test_a_refused_question_is_refused_when_the_loop_begins(robe: RobeClient) -> None:
    wrong: Any = {}
    rows = robe.rows(MANY_SIDED, wrong)
    with pytest.raises(RobeError) as caught:
        list(rows)
    assert caught.value.field == "father.base"


def test_wherever_text_is_cut_and_on_whichever_side_the_rest_stands_the_rows_are_the_same() -> None:
    source = random.Random(20261123)

    def value(depth: int) -> Any:
        kinds = ["text", "number", "word"] + (["list", "object"] if depth else [])
        kind = source.choice(kinds)
        if kind == "text":
            return "".join(source.choices('ab"\\{}[],:é\n', k=source.randrange(6)))
        if kind == "number":
            return source.choice([0, -12, 12.5, 1e-3, 10**12])
        if kind == "word":
            return source.choice([None, True, False])
        if kind == "list":
            return [value(depth - 1) for _ in range(source.randrange(4))]
        return {str(value(0)): value(depth - 1) for _ in range(source.randrange(4))}

    for _ in range(500):
        before, after = ({f"{side}{i}": value(2) for i in range(source.randrange(3))} for side in "ba")
        rows = [value(3) for _ in range(source.randrange(4))]
        text = json.dumps({**before, "results": rows, **after}, indent=source.choice([None, 2]))
        cuts = sorted(source.randrange(len(text) + 1) for _ in range(source.randrange(8)))
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)])]
        taken: List[Any] = []

        def take() -> Iterator[Any]:
            rest = yield from split_rows(pieces)
            assert rest == {**before, **after}

        taken.extend(take())
        assert taken == rows
        with pytest.raises(ValueError):
            list(split_rows([text[:-1]]))


def test_memory_does_not_follow_the_rows() -> None:
    row = json.dumps({"coat": "Bay", "percentage": 0.1, "genotype": {"agouti": ["A", "a"]}})

    def body() -> Iterator[str]:
        yield '{"results":[' + row
        for _ in range(2_000):
            yield ("," + row) * 100
        yield "]}"

    tracemalloc.start()
    count = sum(1 for _ in split_rows(body()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 200_001
    assert peak < 1_000_000
