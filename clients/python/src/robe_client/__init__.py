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
    Offspring,
    OffspringOptions,
    OffspringSummary,
    Parent,
    PictureOptions,
    Possibility,
)

__all__ = [
    "ApiInfo",
    "Coat",
    "CoatOptions",
    "Genes",
    "Genotype",
    "Offspring",
    "OffspringOptions",
    "OffspringSummary",
    "Parent",
    "PictureOptions",
    "Possibility",
    "Retry",
    "RobeClient",
    "RobeError",
    "Rows",
]
