"""Coats of a Spark DataFrame, on two local threads: the same answers as ``robe batch`` on the same rows.

Skipped without pyspark; ``clients/python/spark.sh`` installs it and runs this.
"""

from __future__ import annotations

import csv
import io
import os
import random
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Optional

import pytest

pytest.importorskip("pyspark")

from pyspark.sql import SparkSession

from robe_client.spark import coats

ROOT = Path(__file__).parents[3]
ROBE = ("node", str(ROOT / "build/src/cli.js"))
ROWS = int(os.environ.get("SPARK_ROWS", 20_000))

GENES = {
    "extension": ("E", "e", 0.5),
    "agouti": ("A", "a", 0.5),
    "matp": ("Cr", "n", 0.1),
    "dun": ("D", "nd2", 0.1),
    "kit": ("To", "n", 0.1),
    "grey": ("G2", "n", 0.1),
}


def herd(rows: int) -> List[Dict[str, Optional[str]]]:
    """Random genotypes; some genes are not named, and every thousandth row cannot be answered."""
    chance = random.Random(7)

    def genotype(gene: str, index: int) -> Optional[str]:
        first, second, probability = GENES[gene]
        if gene == "extension" and index % 1000 == 999:
            return "E/x"
        if gene not in ("extension", "agouti") and chance.random() < 0.5:
            return None
        return "/".join(first if chance.random() < probability else second for _ in range(2))

    return [{"id": f"h{i}", **{gene: genotype(gene, i) for gene in GENES}} for i in range(rows)]


def test_spark_answers_as_robe_batch_does(tmp_path: Path) -> None:
    rows = herd(ROWS)
    text = io.StringIO()
    writer = csv.DictWriter(text, ["id", *GENES])
    writer.writeheader()
    writer.writerows(rows)
    direct = subprocess.run(
        [*ROBE, "batch", "--op", "coat", "--format", "csv", "--in", "-", "--out", "-", "--lang", "en"],
        input=text.getvalue(),
        capture_output=True,
        text=True,
        check=True,
    )
    expected = {row["id"]: (row["coat"] or None, row["fault"] or None) for row in csv.DictReader(io.StringIO(direct.stdout))}

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        schema = ", ".join(f"{column} string" for column in ["id", *GENES])
        df = session.createDataFrame([tuple(row.values()) for row in rows], schema)
        start = time.monotonic()
        answered = {row["id"]: (row["coat"], row["fault"]) for row in coats(df, command=ROBE).collect()}
        print(f"{ROWS / (time.monotonic() - start):.0f} rows a second")
    finally:
        session.stop()
    assert len(answered) == ROWS
    assert {key: value for key, value in answered.items() if value != expected[key]} == {}
    assert sum(fault is not None for _, fault in answered.values()) == ROWS // 1000
