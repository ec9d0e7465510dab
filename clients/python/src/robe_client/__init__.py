"""Asks a Robe service for coats of horses and of their foals."""

from .client import RobeClient
from .errors import RobeError
from .retry import Retry
from .rows import Rows
from .types import (
    ApiInfo,
    Coat,
    CoatOptions,
    Genes,
    Genotype,
    Inferred,
    InferOptions,
    Offspring,
    OffspringOptions,
    OffspringSummary,
    OpenCoat,
    OpenOffspring,
    OpenRow,
    Parent,
    PictureOptions,
    Population,
    Possibility,
    Seen,
)

__all__ = [
    "ApiInfo",
    "Coat",
    "CoatOptions",
    "Genes",
    "Genotype",
    "Inferred",
    "InferOptions",
    "Offspring",
    "OffspringOptions",
    "OffspringSummary",
    "OpenCoat",
    "OpenOffspring",
    "OpenRow",
    "Parent",
    "PictureOptions",
    "Population",
    "Possibility",
    "Retry",
    "RobeClient",
    "RobeError",
    "Rows",
    "Seen",
]
