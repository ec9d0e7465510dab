"""The page's ten lines, run as they stand by a Python that has the installed package alone."""

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import httpx

import robe_client
from conftest import Service

PAGE = Path(__file__).resolve().parents[1] / "README.md"


def test_the_ten_lines_print_what_the_page_shows(service: Service, tmp_path: Path) -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    lines = next(text for kind, text in blocks if kind == "python")
    assert len(lines.splitlines()) == 10
    (tmp_path / "first.py").write_text(lines, "utf-8")
    settings = {**os.environ, "ROBE_URL": service.url, "ROBE_KEY": service.key}
    words = [sys.executable, "first.py"]
    ran = subprocess.run(words, cwd=tmp_path, env=settings, capture_output=True, text=True)
    assert (ran.stderr, ran.stdout) == ("", next(text for kind, text in blocks if kind == "text"))


def test_the_version_is_that_of_the_contract(service: Service) -> None:
    contract = httpx.get(f"{service.url}/openapi.json").json()
    assert version("robe-client") == contract["info"]["version"]


def test_the_installed_package_says_that_it_is_typed() -> None:
    folder = Path(robe_client.__file__).parent
    assert "site-packages" in folder.parts
    assert (folder / "py.typed").exists()
