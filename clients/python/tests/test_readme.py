"""The page's examples, run as they stand by a Python that has the installed package alone."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import httpx

import robe_client
from conftest import Service
from robe_client import RobeClient

#: That of test.sh, which has read the standard library already.
MYPY_CACHE = Path(sys.prefix) / "mypy"
PAGE = Path(__file__).resolve().parents[1] / "README.md"


def blocks_of(kind: str) -> "list[str]":
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [text for each, text in blocks if each == kind]


def run(folder: Path, *words: str, **settings: str) -> str:
    ran = subprocess.run(
        [sys.executable, *words], cwd=folder, env={**os.environ, **settings}, capture_output=True, text=True
    )
    assert ran.stderr == ""
    return ran.stdout


def test_the_first_lines_print_what_the_page_shows_and_are_strictly_typed(service: Service, tmp_path: Path) -> None:
    lines = blocks_of("python")[0]
    assert len(lines.splitlines()) == 10
    (tmp_path / "first.py").write_text(lines, "utf-8")
    assert run(tmp_path, "first.py", ROBE_URL=service.url, ROBE_KEY=service.key) == blocks_of("text")[0]
    assert "no issues" in run(tmp_path, "-m", "mypy", "--strict", "--cache-dir", str(MYPY_CACHE), "first.py")


def test_many_horses_are_asked_for_each_genotype_once(service: Service, tmp_path: Path) -> None:
    (tmp_path / "batch.py").write_text(blocks_of("python")[1], "utf-8")
    base = {"extension": ["E", "e"], "agouti": ["A", "a"]}
    horses = {"Alba": {"base": base, "others": {"matp": ["Cr", "n"]}}, "Brise": {"base": base}, "Corail": {"base": base}}
    (tmp_path / "horses.json").write_text(json.dumps(horses), "utf-8")
    key = service.new_key("--plan", "premium")
    printed = run(tmp_path, "batch.py", ROBE_URL=service.url, ROBE_KEY=key)
    assert printed == "Alba Buckskin\nBrise Bay\nCorail Bay\n"
    assert RobeClient(service.url, key).api_info()["monthly_usage"] == 2
    assert "no issues" in run(tmp_path, "-m", "mypy", "--strict", "--cache-dir", str(MYPY_CACHE), "batch.py")


def test_every_public_method_is_on_the_page() -> None:
    methods = [name for name, value in vars(RobeClient).items() if callable(value) and not name.startswith("_")]
    missing = [name for name in methods if f"`{name}(" not in PAGE.read_text("utf-8")]
    assert missing == []


def test_the_version_is_that_of_the_contract(service: Service) -> None:
    contract = httpx.get(f"{service.url}/openapi.json").json()
    assert version("robe-client") == contract["info"]["version"]


def test_the_installed_package_says_that_it_is_typed() -> None:
    folder = Path(robe_client.__file__).parent
    assert "site-packages" in folder.parts
    assert (folder / "py.typed").exists()
