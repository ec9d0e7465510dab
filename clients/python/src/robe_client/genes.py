"""Languages, genes and alleles of the rules that Robe ships.

Written by `robe rules finish`.
"""

from typing import Literal, Sequence, TypedDict

Language = Literal["fr", "en", "de", "fr-IFCE"]
AgoutiAllele = Literal["A", "a"]
ExtensionAllele = Literal["E", "e", "ea"]
MatpAllele = Literal["Cr", "Prl", "Sun", "Sno", "n", "CR", "PRL", "prl", "SUN", "sun", "SNO", "sno", "N"]
DunAllele = Literal["D", "nd1", "nd2", "ND1", "Nd1", "ND2", "Nd2"]
SilverAllele = Literal["Z", "n", "N"]
ChampagneAllele = Literal["Ch", "n", "CH", "N"]
GreyAllele = Literal["G", "G2", "G3", "n", "N", "G1"]
KitAllele = str  # alleles combine, as in To+Rn
LpAllele = Literal["Lp", "n", "LP", "N"]
Patn1Allele = Literal["PATN1", "n", "Patn1", "PATN-1", "N"]
Pax3Allele = Literal["SW2", "SW4", "SW10", "n", "N"]
MitfAllele = Literal["SW1", "SW3", "SW5", "SW6", "SW7", "SW8", "SW9", "n", "N"]
FrameAllele = Literal["O", "n", "LWO", "OLWS", "N"]
MushroomAllele = Literal["Mu", "n", "MU", "N"]
TigerEyeAllele = Literal["TE1", "TE2", "n", "N"]
LavenderFoalAllele = Literal["L", "n", "LFS", "N"]
BrindleAllele = Literal["BR1", "n", "N", "Y"]
IncontinentiaAllele = Literal["IP", "n", "N", "Y"]


class BaseGenes(TypedDict):
    """Genes that must be there."""

    agouti: Sequence[AgoutiAllele]
    extension: Sequence[ExtensionAllele]


class OtherGenes(TypedDict, total=False):
    """A gene left out is wild type."""

    matp: Sequence[MatpAllele]
    dun: Sequence[DunAllele]
    silver: Sequence[SilverAllele]
    champagne: Sequence[ChampagneAllele]
    grey: Sequence[GreyAllele]
    kit: Sequence[KitAllele]
    lp: Sequence[LpAllele]
    patn1: Sequence[Patn1Allele]
    pax3: Sequence[Pax3Allele]
    mitf: Sequence[MitfAllele]
    frame: Sequence[FrameAllele]
    mushroom: Sequence[MushroomAllele]
    tiger_eye: Sequence[TigerEyeAllele]
    lavender_foal: Sequence[LavenderFoalAllele]
    brindle: Sequence[BrindleAllele]
    incontinentia: Sequence[IncontinentiaAllele]


class Genotype(BaseGenes, OtherGenes):
    """All genes of an answer."""


class PartlyTestedBaseGenes(TypedDict, total=False):
    """Alleles, and signs for unknown ones such as `?`, `X|Y` and `!X`."""

    agouti: Sequence[str]
    extension: Sequence[str]


class PartlyTestedOtherGenes(TypedDict, total=False):
    """Alleles, and signs for unknown ones such as `?`, `X|Y` and `!X`."""

    matp: Sequence[str]
    dun: Sequence[str]
    silver: Sequence[str]
    champagne: Sequence[str]
    grey: Sequence[str]
    kit: Sequence[str]
    lp: Sequence[str]
    patn1: Sequence[str]
    pax3: Sequence[str]
    mitf: Sequence[str]
    frame: Sequence[str]
    mushroom: Sequence[str]
    tiger_eye: Sequence[str]
    lavender_foal: Sequence[str]
    brindle: Sequence[str]
    incontinentia: Sequence[str]
