"""Each operation of the contract, as the running service answers it."""

from __future__ import annotations

from typing import Any, Dict, List, cast, get_args

import httpx
import pytest

from between import Between
from conftest import Service
from robe_client import BatchQuestion, Parent, RobeClient, RobeError, genes, types

BAY: Parent = {"base": {"agouti": ["A", "a"], "extension": ["E", "e"]}}


def test_each_operation_has_a_method(robe: RobeClient) -> None:
    coat = robe.result({**BAY, "others": {"matp": ["Cr", "n"]}}, lang="en", explain=True)
    assert coat["translate"] == "Buckskin"
    assert coat["others"]["matp"] == ["Cr", "n"]
    assert coat["explain"]["text"]
    assert "tokens" not in coat
    assert robe.result(BAY, tokens=True)["tokens"] == ["bay"]
    foals = robe.generate_child(BAY, BAY, limit=2, tokens=True, lang="en")
    assert [row["tokens"] for row in foals["results"]] == [["bay"], ["bay"]]
    assert [row["coat"] for row in foals["results"]] == ["Bay", "Bay"]
    assert foals["total_results"] == 9
    horse: Parent = {"base": {"agouti": ["A", "a"], "extension": ["E", "e"]}}
    assert robe.picture(horse, lang="en", age=3).startswith("<svg ")
    assert robe.api_info()["key_name"] == "test"
    assert robe.genes(lang="de")["language"] == "de"
    assert "agouti" in [gene["gene"] for gene in robe.genes()["genes"]]


def test_a_batch_answers_each_question_and_a_retry_is_not_charged_again(service: Service) -> None:
    with RobeClient(service.url, service.new_key("--plan", "premium")) as robe:
        mare: BatchQuestion = {"id": "mare", "op": "coats.result", "fields": BAY}
        questions: List[BatchQuestion] = [mare, {"op": "coats.result", "fields": {}}]
        first = robe.batch(questions, idempotency_key="herd", lang="en")
        assert [(each["line"], each.get("id"), each["status"]) for each in first] == [(1, "mare", 200), (2, None, 400)]
        assert first[0]["body"]["translate"] == "Bay"
        assert robe.batch(questions, idempotency_key="herd", lang="en") == first
        assert robe.api_info()["daily_usage"] == 2
        with pytest.raises(RobeError) as caught:
            robe.batch([])
        assert caught.value.field == "body"


def test_a_refusal_tells_what_the_service_told(service: Service, robe: RobeClient) -> None:
    with pytest.raises(RobeError, match=r"base\.agouti") as caught:
        robe.result(cast(Parent, {"base": {"agouti": ["A", "E"], "extension": ["E", "e"]}}))
    error = caught.value
    assert (error.status, error.code) == (400, "VALIDATION_INVALID_GENES")
    assert (error.field, error.value) == ("base.agouti", ["A", "E"])
    assert error.expected is not None and error.expected[0] == ["A", "A"]
    assert error.request_id and error.retry_after is None
    with RobeClient(service.url) as nobody, pytest.raises(RobeError) as caught:
        nobody.api_info()
    assert (caught.value.status, caught.value.code) == (401, "AUTH_MISSING_KEY")


def test_a_used_up_key_fails_at_once_with_the_wait_that_the_service_names(service: Service) -> None:
    with RobeClient(service.url, service.new_key("--plan", "free", "--limit-month", "1")) as small:
        small.result(BAY)
        with pytest.raises(RobeError) as caught:
            small.result(BAY)
        assert (caught.value.status, caught.value.code) == (429, "RATE_LIMIT_EXCEEDED")
        assert caught.value.retry_after is not None and caught.value.retry_after >= 1
        assert small.api_info()["monthly_usage"] == 1


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_the_base_address_may_end_with_a_slash_and_have_a_path(service: Service, ending: str) -> None:
    between = Between(prefix=ending.rstrip("/"))
    with RobeClient(service.url + ending, service.key, transport=between) as robe:
        assert robe.result(BAY, lang="fr")["translate"] == "Bai"


def test_what_is_no_answer_of_the_service_has_no_code(service: Service) -> None:
    with RobeClient(service.url, service.key, transport=Between(prefix="/v1")) as robe:
        with pytest.raises(RobeError, match="HTTP status 404") as caught:
            robe.api_info()
        assert caught.value.code is None


def test_a_key_is_never_taken_elsewhere(service: Service) -> None:
    away = httpx.Response(307, headers={"Location": "http://127.0.0.1:1/"})
    between = Between(refusals=[away])
    with RobeClient(service.url, service.key, transport=between) as robe:
        with pytest.raises(RobeError) as caught:
            robe.api_info()
        assert (caught.value.status, between.calls) == (307, 1)


def test_what_is_not_known_is_asked_and_answered(service: Service) -> None:
    untested: types.PartlyTestedParent = {"base": {"agouti": ["?", "?"], "extension": ["E", "E"]}}
    with RobeClient(service.url, service.key) as robe:
        coat = robe.open_result(untested, population="arabian-russia", lang="en")
        assert [(row["coat"], row["percentage"]) for row in coat["results"]] == [("Bay", 99), ("Black", 1)]
        foals = robe.open_offspring(untested, untested, population="none", lang="en")
        assert foals["results"][0]["percentage_band"] == {"low": 0, "high": 100}
        told = robe.infer(
            [{"id": "mare", "base": untested["base"], "seen": "black"}], [{"genotype": "mare"}], "arabian-russia", lang="en"
        )
        assert told["answers"][0]["horse"] == "mare"
        meant = robe.genotypes_of("buckskin", lang="en", limit=1)
        assert meant["readings"][0]["genotypes"][0]["matp"] == ["Cr/n"]
        gains = robe.next_test(
            {"horse": {"base": untested["base"]}}, [{"id": "a", "genes": ["agouti"]}], "arabian-russia", lang="en"
        )
        assert gains["best"]["tests"] == ["a"]


def test_the_types_are_those_of_the_contract(service: Service) -> None:
    schemas = httpx.get(f"{service.url}/openapi.json").json()["components"]["schemas"]
    pairs = {
        "Result": types.Coat,
        "Possibility": types.Possibility,
        "Viability": types.Viability,
        "Offspring": types.Offspring,
        "OpenResult": types.OpenCoat,
        "OpenOffspring": types.OpenOffspring,
        "OpenRow": types.OpenRow,
        "Infer": types.Inferred,
        "GenotypesOf": types.GenotypesOf,
        "CoatReading": types.CoatReading,
        "SmallestGenotype": types.SmallestGenotype,
        "NextTest": types.NextTest,
        "NextTestQuestion": types.NextTestSubject,
        "NextTestAnimal": types.TestedAnimal,
        "OrderedTest": types.OrderedTest,
        "ApiInfo": types.ApiInfo,
        "Genes": types.Genes,
        "Parent": types.PartlyTestedParent,
        "PedigreeAnimal": types.PedigreeHorse,
        "Ask": types.Ask,
        "RequestBaseGenes": genes.BaseGenes,
        "RequestOtherGenes": genes.OtherGenes,
        "PedigreeBaseGenes": genes.PartlyTestedBaseGenes,
        "OpenOtherGenes": genes.PartlyTestedOtherGenes,
    }
    for name, own in pairs.items():
        assert set(own.__annotations__) == set(schemas[name]["properties"]), name
        required = getattr(own, "__required_keys__")
        assert required == set(schemas[name].get("required", [])), name
    options: Dict[str, List[Any]] = {
        "ResultRequest": [types.PartlyTestedParent, types.CoatOptions, types.OpenCoatOptions],
        "OffspringRequest": [types.OpenOffspringOptions],
        "InferRequest": [types.InferOptions],
    }
    arguments = {"ResultRequest": set(), "OffspringRequest": {"mother", "father"}, "InferRequest": {"horses", "ask", "population"}}
    for name, kinds in options.items():
        fields = arguments[name].union(*(kind.__annotations__ for kind in kinds))
        assert fields == set(schemas[name]["properties"]), name


def test_the_alleles_are_those_of_the_contract(service: Service) -> None:
    """Where this fails after a change of the rules: robe rules finish."""
    schemas = httpx.get(f"{service.url}/openapi.json").json()["components"]["schemas"]
    for gene, schema in [
        *schemas["RequestBaseGenes"]["properties"].items(),
        *schemas["RequestOtherGenes"]["properties"].items(),
    ]:
        own = get_args(getattr(genes, f"{gene.title().replace('_', '')}Allele"))
        items = schema["items"].get("anyOf", [schema["items"]])
        canonical = schemas[items[0]["$ref"].rsplit("/")[-1]]["enum"]
        spellings = [item["pattern"] for item in items[1:]]
        if own:
            assert list(own[: len(canonical)]) == canonical, gene
            assert [f"^(?:{'|'.join(own[len(canonical) :])})$"] * len(spellings) == spellings, gene
        else:
            assert len(spellings) > 1, gene
