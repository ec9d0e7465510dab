"""When a call is made again, and what ends it."""

from __future__ import annotations

import socket
from typing import Optional

import httpx
import pytest

from between import Between
from conftest import Service
from robe_client import Parent, Retry, RobeClient, RobeError

BAY: Parent = {"base": {"agouti": ["A", "a"], "extension": ["E", "e"]}}
BUSY = {"error": "Service Unavailable", "message": "Not now", "code": "SERVICE_UNAVAILABLE"}


def busy(retry_after: Optional[str] = None, status: int = 503) -> httpx.Response:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return httpx.Response(status, json=BUSY, headers=headers)


def test_a_call_that_should_wait_for_a_moment_waits_and_is_answered(service: Service) -> None:
    between = Between(refusals=[busy("0"), busy("0", 429)])
    with RobeClient(service.url, service.key, transport=between) as robe:
        assert len(list(robe.rows(BAY, BAY))) == 9
    assert between.calls == 3


def test_a_date_in_retry_after_is_a_wait_too(service: Service) -> None:
    between = Between(refusals=[busy("Thu, 01 Jan 1970 00:00:00 GMT")])
    with RobeClient(service.url, service.key, transport=between) as robe:
        assert robe.api_info()["authenticated"]
    assert between.calls == 2


@pytest.mark.parametrize(
    ("refusals", "retry", "calls"),
    [
        pytest.param([busy("0")], None, 1, id="switched off"),
        pytest.param([busy()], Retry(), 1, id="no Retry-After"),
        pytest.param([busy("soon")], Retry(), 1, id="a Retry-After that is none"),
        pytest.param([busy("11")], Retry(), 1, id="a wait of 11 s"),
        pytest.param([busy("0"), busy("0"), busy("0")], Retry(), 3, id="twice by default"),
        pytest.param([busy("0"), busy("0")], Retry(times=1), 2, id="once"),
        pytest.param([busy("0", 500)], Retry(), 1, id="another status"),
    ],
)
def test_no_call_is_made_again_more_often_or_after_a_longer_wait_than_was_allowed(
    service: Service, refusals: "list[httpx.Response]", retry: Optional[Retry], calls: int
) -> None:
    between = Between(refusals=list(refusals))
    with RobeClient(service.url, service.key, retry=retry, transport=between) as robe:
        with pytest.raises(RobeError, match="Not now"):
            robe.api_info()
    assert between.calls == calls


@pytest.mark.parametrize(
    ("refusals", "wait_for_window", "calls"),
    [
        pytest.param([busy("1", 429), busy("0", 429)], 2.0, 3, id="as often as the window asks"),
        pytest.param([busy("2", 429)], 1.9, 1, id="a window beyond the limit"),
        pytest.param([busy("0", 429), busy("1", 429)], 1.9, 2, id="windows beyond the limit together"),
        pytest.param([busy("0")], 1.9, 1, id="only windows"),
        pytest.param([busy("0", 429)], 0.0, 1, id="not unless told so"),
    ],
)
def test_a_client_told_to_wait_for_the_window_waits_for_it_within_its_limit(
    service: Service, refusals: "list[httpx.Response]", wait_for_window: float, calls: int
) -> None:
    between = Between(refusals=list(refusals))
    with RobeClient(
        service.url, service.key, retry=None, wait_for_window=wait_for_window, transport=between
    ) as robe:
        if calls > len(refusals):
            assert robe.api_info()["authenticated"]
        else:
            with pytest.raises(RobeError, match="Not now"):
                robe.api_info()
    assert between.calls == calls


def test_a_silent_service_is_not_waited_for_longer_than_allowed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with RobeClient(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.05) as robe:
            with pytest.raises(httpx.TimeoutException):
                robe.api_info()


def test_no_connection_is_no_refusal() -> None:
    with RobeClient("http://127.0.0.1:1", "x") as robe, pytest.raises(httpx.ConnectError):
        robe.api_info()
