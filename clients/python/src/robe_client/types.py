"""What is asked and answered, as openapi.yaml has it.

Guarantees: the fields are those of the served contract, which a test compares. Genes and alleles are plain text, since
they are those of the rules that the service has loaded.
"""

from typing import Any, Dict, List, Mapping, Sequence, TypedDict, Union

Genotype = Mapping[str, Sequence[str]]
#: As the service interpreted it.
Genotyped = Dict[str, List[str]]


class _ParentRequired(TypedDict):
    base: Genotype


#: A coat's name, or its parts: ``{"has": ["grey"], "born": "bay"}``.
Seen = Union[str, Mapping[str, Any]]
#: The name of one, figures of your own, or ``none`` for bounds.
Population = Union[str, Mapping[str, Any]]


class Parent(_ParentRequired, total=False):
    others: Genotype
    seen: Seen
    untested: str


class CoatOptions(TypedDict, total=False):
    """How a coat's answer is wanted."""

    lang: str
    explain: bool
    sex: str
    seen: Seen
    population: Population
    untested: str
    limit: int


class PictureOptions(TypedDict, total=False):
    """How a picture is wanted; the age is in years."""

    lang: str
    age: float
    sex: str


class KitLinkage(TypedDict, total=False):
    """For each parent, alleles that lie together on one chromosome copy."""

    mother: Sequence[str]
    father: Sequence[str]


class OffspringOptions(TypedDict, total=False):
    """What more is said of a cross, and how its answer is wanted."""

    kit_linkage: KitLinkage
    has_IDK: bool
    limit: int
    recombination_band: bool
    group_by: str
    sexes: str
    lang: str
    population: Population
    untested: str
    foals: int
    foals_for: float
    wanted: str


class Note(TypedDict):
    code: str
    field: str
    text: str


class Viability(TypedDict):
    status: str
    evidence: str
    cause: str


class _CoatRequired(TypedDict):
    base: Genotyped
    others: Genotyped
    translate: str


class Coat(_CoatRequired, total=False):
    """One horse's coat; `explain` is there when it was asked for."""

    sex: str
    notes: List[Note]
    explain: Dict[str, Any]


class Band(TypedDict):
    low: float
    high: float


class _PossibilityRequired(TypedDict):
    coat: str
    percentage: float
    genotype: Genotyped


class Possibility(_PossibilityRequired, total=False):
    """One of the foals that are possible."""

    sex: str
    genotypes: int
    viability: Viability
    percentage_band: Band


class _SummaryRequired(TypedDict):
    has_kit_linkage: bool
    has_IDK: bool


class OffspringSummary(_SummaryRequired, total=False):
    """The offspring's answer without its rows."""

    of: str
    live_foal_percentage: float
    suspected_loss_percentage: float
    total_results: int
    returned_percentage: float
    notes: List[Note]


class Offspring(OffspringSummary):
    results: List[Possibility]


class _OpenRowRequired(TypedDict):
    coat: str
    genotype: Genotyped


class OpenRow(_OpenRowRequired, total=False):
    """A coat that is possible; without a population it has a band and no percentage."""

    percentage: float
    viability: Viability
    percentage_band: Band
    most_sensitive_to: Dict[str, str]


class _OpenRequired(TypedDict):
    operations: int


class _Open(_OpenRequired, total=False):
    total_results: int
    returned_percentage: float
    live_foal_percentage: float
    suspected_loss_percentage: float
    foals: Dict[str, Any]
    estimated: bool
    population: Dict[str, Any]
    evidence: float
    notes: List[Note]


class OpenCoat(_Open):
    """The coats of one horse of which not everything is known."""

    base: Genotyped
    others: Genotyped
    translate: str
    certain: bool
    results: List[OpenRow]


class OpenOffspring(_Open):
    """The foals of parents of which not everything is known."""

    results: List[OpenRow]
    has_kit_linkage: bool
    has_IDK: bool


class InferOptions(TypedDict, total=False):
    """What more is said of the horses, and how the answer is wanted."""

    untested: str
    lang: str
    limit: int


class _InferredRequired(TypedDict):
    answers: List[Dict[str, Any]]
    operations: int


class Inferred(_InferredRequired, total=False):
    """What follows, one answer for each thing asked."""

    estimated: bool
    population: Dict[str, Any]
    evidence: float
    notes: List[Note]


class ApiInfo(TypedDict):
    authenticated: bool
    type: str
    key_name: str
    key_id: int
    daily_limit: int
    monthly_limit: int
    daily_usage: int
    monthly_usage: int
    created_at: str
    last_used_at: str
    endpoints: Dict[str, str]
    allowed_endpoints: List[str]
    allowed_ips: List[str]
    documentation: str


class Genes(TypedDict):
    """The genes, alleles and names that the service knows."""

    language: str
    languages: List[str]
    ruleset_version: str
    genes: List[Dict[str, Any]]
    tokens: List[Dict[str, Any]]
    populations: List[Dict[str, Any]]
    synonyms: List[Dict[str, Any]]
    references: Dict[str, Dict[str, Any]]
