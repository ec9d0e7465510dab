"""Mistakes that mypy must find, each marked with the error that it finds: strict mode refuses a mark without its error.

The numbers are those of clients/typescript/test/type-errors.ts. Two mistakes are found there alone: 3, since alleles of kit
combine and are any text here, and 19, since mypy allows reading a key that may be absent. Nothing here runs.
"""

from robe_client import Coat, Parent, RobeClient

robe = RobeClient("http://127.0.0.1:3000", "robe_test_x")
MOTHER: Parent = {"base": {"extension": ["E", "e"], "agouti": ["A", "a"]}, "others": {"matp": ["Cr", "n"]}}
FATHER: Parent = {"base": {"extension": ["e", "e"], "agouti": ["a", "a"]}}


def mistakes() -> None:
    # 1. an unknown allele of a required gene; 2. of another gene
    robe.result({"base": {"extension": ["E", "e"], "agouti": ["A", "E"]}})  # type: ignore[list-item]
    robe.result({**FATHER, "others": {"matp": ["Crm", "n"]}})  # type: ignore[list-item]
    # 4. a misspelt gene; 5. a gene outside its group; 6. a required gene left out; 7. alleles as one text
    robe.result({**FATHER, "others": {"mapt": ["Cr", "n"]}})  # type: ignore[typeddict-unknown-key]
    robe.result({"base": {**FATHER["base"], "matp": ["Cr", "n"]}})  # type: ignore[typeddict-unknown-key]
    robe.result({"base": {"agouti": ["A", "a"]}})  # type: ignore[typeddict-item]
    robe.result({"base": {"extension": ["E", "e"], "agouti": "Aa"}})  # type: ignore[typeddict-item]
    # 8. a language and 9. a sex that there is not
    robe.result(FATHER, lang="english")  # type: ignore[arg-type]
    robe.result(FATHER, sex="mare")  # type: ignore[arg-type]
    # 10. a misspelt option; 11. an option of another operation; 12. a parent left out
    robe.result(FATHER, language="en")  # type: ignore[call-arg]
    robe.result(FATHER, group_by="coat")  # type: ignore[call-arg]
    robe.generate_child(MOTHER)  # type: ignore[call-arg]
    # 13. a grouping and 14. sexes that there are not; 15. a number in words
    robe.generate_child(MOTHER, FATHER, group_by="colour")  # type: ignore[arg-type]
    robe.generate_child(MOTHER, FATHER, sexes="fillies")  # type: ignore[arg-type]
    robe.generate_child(MOTHER, FATHER, limit="ten")  # type: ignore[arg-type]
    # 16. an answer's field that is called something else
    robe.result(FATHER)["name"]  # type: ignore[typeddict-item]
    # 17. explain, which the answer for a partly tested horse lacks; 18. certain, which that for a tested one lacks
    robe.open_result(FATHER, untested="population", population="none")["explain"]  # type: ignore[typeddict-item]
    robe.result(FATHER)["certain"]  # type: ignore[typeddict-item]
    # 20. the only value that untested has
    robe.open_result(FATHER, untested="true")  # type: ignore[arg-type]

    # options that make a horse partly tested, and what they make of the answer
    robe.result(FATHER, seen="bay")  # type: ignore[call-arg]
    coat: Coat = robe.open_result(FATHER, seen="bay", population="none")  # type: ignore[assignment]
    # a pedigree's sex that there is not, and a question that there is not
    robe.infer([{"id": "a", "sex": "mare"}], [{"genotype": "a"}], "none")  # type: ignore[typeddict-item]
    robe.infer([{"id": "a"}], [{"colour": "a"}], "none")  # type: ignore[typeddict-unknown-key]
    del coat


def right() -> None:
    """What the same types must accept."""
    coat = robe.result({**FATHER, "others": {"matp": ["CR", "N"], "kit": ["To+DW20", "W10"]}}, lang="en")
    robe.result({"base": coat["base"], "others": coat["others"]})
    robe.open_result({"base": {"agouti": ["A|a", "!A"], "extension": ["E", "e"]}}, population="none")
    robe.open_offspring(MOTHER, {"base": FATHER["base"], "seen": "black"}, population="none", foals=3, wanted="bay")
