"""Questions and answers, as openapi.yaml has them.

Guarantees: the fields are those of the served contract, which a test compares. Genes and alleles (genes.py) are those of the
rules that Robe ships.
"""

from typing import Any, Dict, List, Literal, Mapping, Sequence, TypedDict, Union

from .genes import BaseGenes, Genotype, Language, OtherGenes, PartlyTestedBaseGenes, PartlyTestedOtherGenes

Sex = Literal["f", "m"]
#: A coat's name, or its parts: ``{"has": ["grey"], "born": "bay"}``.
Seen = Union[str, Mapping[str, Any]]
#: The name of a population, figures of your own, or ``none`` for bounds.
Population = Union[str, Mapping[str, Any]]
#: Genes left out were not tested.
Untested = Literal["population"]


class _ParentRequired(TypedDict):
    base: BaseGenes


class Parent(_ParentRequired, total=False):
    """One horse, all of whose genes are tested or left out as wild type."""

    others: OtherGenes


class _PartlyTestedRequired(TypedDict):
    base: Union[BaseGenes, PartlyTestedBaseGenes]


class PartlyTestedParent(_PartlyTestedRequired, total=False):
    """One horse of which something is unknown: an allele such as ``?``, `seen`, or `untested`."""

    others: Union[OtherGenes, PartlyTestedOtherGenes]
    seen: Seen
    untested: Untested


AnyParent = Union[Parent, PartlyTestedParent]


class _PedigreeRequired(TypedDict):
    id: str


class PedigreeHorse(_PedigreeRequired, total=False):
    """One horse of a pedigree, with what is known of it."""

    sex: Sex
    mother: str
    father: str
    base: Union[BaseGenes, PartlyTestedBaseGenes]
    others: Union[OtherGenes, PartlyTestedOtherGenes]
    seen: Seen
    untested: Untested


class Ask(TypedDict, total=False):
    """One of `genotype`, `phase` and `coat` with a horse's id, or `foal` with those of its mother and father."""

    genotype: str
    phase: str
    coat: str
    foal: Sequence[str]
    foals: int
    foals_for: float
    wanted: Union[str, Sequence[str]]


class CoatOptions(TypedDict, total=False):
    """Options of a tested horse's coat."""

    lang: Language
    explain: bool
    tokens: bool
    sex: Sex


class OpenCoatOptions(TypedDict, total=False):
    """Options of a partly tested horse's coats."""

    lang: Language
    sex: Sex
    tokens: bool
    seen: Seen
    population: Population
    untested: Untested
    limit: int


class PictureOptions(TypedDict, total=False):
    """Options of a picture; the age is in years."""

    lang: Language
    age: float
    sex: Sex


class KitLinkage(TypedDict, total=False):
    """For each parent, alleles that lie together on one chromosome copy."""

    mother: Sequence[str]
    father: Sequence[str]


class OffspringOptions(TypedDict, total=False):
    """Options of a cross of tested parents."""

    kit_linkage: KitLinkage
    has_IDK: bool
    limit: int
    recombination_band: bool
    tokens: bool
    group_by: Literal["coat", "coat,sex"]
    sexes: Literal["daughters", "sons"]
    lang: Language


class OpenOffspringOptions(OffspringOptions, total=False):
    """Options of a cross of partly tested parents."""

    population: Population
    untested: Untested
    foals: int
    foals_for: float
    wanted: Union[str, Sequence[str]]


class Note(TypedDict):
    code: str
    field: str
    text: str


class Viability(TypedDict):
    status: str
    evidence: str
    cause: str


class _CoatRequired(TypedDict):
    base: BaseGenes
    others: OtherGenes
    translate: str


class Coat(_CoatRequired, total=False):
    """One horse's coat; `explain` and `tokens` are there when they were asked for."""

    tokens: List[str]
    sex: Sex
    notes: List[Note]
    explain: Dict[str, Any]


class Band(TypedDict):
    low: float
    high: float


class _PossibilityRequired(TypedDict):
    coat: str
    percentage: float
    genotype: Genotype


class Possibility(_PossibilityRequired, total=False):
    """One possible foal; `tokens` are there when they were asked for."""

    tokens: List[str]
    sex: Sex
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
    genotype: Genotype


class OpenRow(_OpenRowRequired, total=False):
    """One possible coat; without a population it has a `percentage_band` and no `percentage`."""

    tokens: List[str]
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


class _OpenCoatRequired(_Open):
    base: Dict[str, List[str]]
    others: Dict[str, List[str]]
    translate: str
    certain: bool
    results: List[OpenRow]


class OpenCoat(_OpenCoatRequired, total=False):
    """The coats that a partly tested horse can have; `tokens`, if asked for, are of the most probable one."""

    tokens: List[str]


class OpenOffspring(_Open):
    """The foals of partly tested parents."""

    results: List[OpenRow]
    has_kit_linkage: bool
    has_IDK: bool


class InferOptions(TypedDict, total=False):
    """Options of what follows from facts about horses."""

    untested: Untested
    lang: Language
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


class _BatchQuestionRequired(TypedDict):
    op: str
    fields: Mapping[str, Any]


class BatchQuestion(_BatchQuestionRequired, total=False):
    """One line of a batch: ``op`` is the endpoint of an operation, such as ``coats.result``, ``fields`` its body."""

    id: Union[str, int]


class _BatchAnswerRequired(TypedDict):
    line: int
    status: int
    body: Dict[str, Any]


class BatchAnswer(_BatchAnswerRequired, total=False):
    """The answer to one line of a batch: status and body that a request of its own would have."""

    id: Union[str, int]


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


class GenotypesOfOptions(TypedDict, total=False):
    """Options of the genotypes of a name."""

    lang: Language
    loose: bool
    limit: int


class _SmallestRequired(TypedDict):
    base: BaseGenes
    others: OtherGenes


class SmallestGenotype(_SmallestRequired, total=False):
    """A genotype with the fewest alleles other than the wild type."""

    sex: Sex


class _ReadingRequired(TypedDict):
    language: str
    name: str
    whole: bool
    tokens: List[str]
    count: str
    products: str
    genotypes: List[Dict[str, List[str]]]
    any: List[str]


class CoatReading(_ReadingRequired, total=False):
    """One coat that a name can mean, with its genotypes as disjoint products over genes."""

    lacks: List[str]
    smallest: SmallestGenotype


class GenotypesOf(TypedDict):
    """All genotypes of the coats that a name can mean."""

    readings: List[CoatReading]
