"""Coats of a Spark DataFrame, for tables that one machine cannot hold: ``pip install 'robe-client[spark]'``.

Each partition is piped through ``robe batch``, which must be on the PATH of every worker and needs no key and no service.
Guarantees: a row that cannot be answered becomes a row with a fault; a worker whose ``robe batch`` fails fails the job.
"""

from __future__ import annotations

import shlex
from typing import Sequence, get_type_hints

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .genes import BaseGenes, Language, OtherGenes

_BASE = tuple(get_type_hints(BaseGenes))
_OTHERS = tuple(get_type_hints(OtherGenes))

_ANSWER = """
    line long, id string, status int,
    body struct<translate string, message string>
"""


def coats(
    df: DataFrame,
    *,
    id: str = "id",
    lang: Language = "en",
    command: Sequence[str] = ("robe",),
) -> DataFrame:
    """The coat of each row: columns ``id``, ``coat`` and ``fault``, of which one of the last two is null.

    :param df: one column per gene, named as in the rules, with genotypes such as ``E/e``; null or a missing column means not named
    :param id: the column that identifies a row; it comes back as text
    :param command: how a worker calls ``robe``, such as ``("npx", "robe")``
    """
    pipe = [*command, "batch", "--format", "ndjson", "--in", "-", "--out", "-", "--lang", lang]
    questions = df.select(F.to_json(_question(df, id)).alias("line")).rdd.map(lambda row: str(row["line"]))
    answers = questions.pipe(shlex.join(pipe), checkCode=True)
    answered = df.sparkSession.read.schema(_ANSWER).json(answers)
    return answered.select("id", F.col("body.translate").alias("coat"), F.col("body.message").alias("fault"))


def _question(df: DataFrame, id: str) -> Column:
    fields = F.struct(_group(df, _BASE).alias("base"), _group(df, _OTHERS).alias("others"))
    return F.struct(F.col(id).cast("string").alias("id"), F.lit("coats.result").alias("op"), fields.alias("fields"))


def _group(df: DataFrame, genes: Sequence[str]) -> Column:
    """The genes of the group that are columns; JSON leaves out those that are null."""
    own = [F.split(F.col(gene), "/").alias(gene) for gene in genes if gene in df.columns]
    return F.struct(*own) if own else F.create_map().cast("map<string,string>")


__all__ = ["coats"]
