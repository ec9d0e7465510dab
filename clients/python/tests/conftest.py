"""A Robe of its own for the tests: a process with a store in a fresh folder, and its keys."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import pytest

from robe_client import RobeClient

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Service:
    url: str
    key: str
    settings: "dict[str, str]"

    def new_key(self, *options: str) -> str:
        return new_key(self.settings, *options)


def new_key(settings: "dict[str, str]", *options: str) -> str:
    words = ["node", "build/src/cli.js", "keys", "create", "--name", "test", "--json", *options]
    made = subprocess.run(words, cwd=ROOT, env=settings, check=True, stdout=subprocess.PIPE, text=True)
    return str(json.loads(made.stdout)["key"])


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    store = tmp_path_factory.mktemp("robe") / "robe.db"
    own = {"STORE": f"sqlite:{store}", "PORT": "0", "OPS_PORT": "0", "LOG_LEVEL": "silent", "STOP_GRACE": "0"}
    settings = {**os.environ, **own}
    key = new_key(settings, "--plan", "premium")
    words = ["node", "build/src/cli.js", "serve"]
    with subprocess.Popen(words, cwd=ROOT, env=settings, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                found = re.search(r"listens on (http\S+)", line)
                if found is not None:
                    yield Service(found[1], key, settings)
                    return
            raise AssertionError("no service: is it built?")
        finally:
            process.kill()


@pytest.fixture
def robe(service: Service) -> Iterator[RobeClient]:
    with RobeClient(service.url, service.key) as client:
        yield client
