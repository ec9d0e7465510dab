"""
What Schemathesis is told about Robe, beyond openapi.yaml.
Guarantees: one encoding of bodies a run, named by ENCODING; a refusal of data that the schema allows passes only if
it stands in ACROSS_FIELDS, and is counted there; at the end stands how often each operation was called.
Leaves to others: generating, sending and judging (Schemathesis, with schemathesis.toml).
"""

import atexit
import json
import os
import re
from collections import Counter
from urllib.parse import urlencode

import schemathesis
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import positive_data_acceptance

FORM = "application/x-www-form-urlencoded"
ENCODING = {"json": "application/json", "form": FORM}[os.environ["ENCODING"]]

PARENT = r"(?:mother|father)"
# Where an animal stands in a request: by itself, as a parent or offspring, in a question, or in a list.
ANIMAL = r"(?:(?:question\.)?(?:cross\.)?(?:mother|father|foal|horse)\.|(?:candidates|mares|stallions|horses)\.\d+\.)?"
MOST_RESULTS = 50_000
NOT_WHERE = "|".join(
    (
        "something is not known of an animal",
        "it is said what was seen",
        "several foals are asked for",
    )
)


def exclude_each_other(details):
    """Whether a list of KIT variants is no genotype, by the rules that info.description tells."""
    copies = [[spelt(variant) for variant in copy.split("+")] for copy in details["value"]]
    words = copies.count(["UNPHASED"])
    apart = [copy for copy in copies if copy not in (["SW2"], ["UNPHASED"])]
    is_list = words > 0 or len(apart) > 2
    is_repeated = any(len(set(copy)) < len(copy) for copy in copies) or any(apart.count(copy) > 2 for copy in apart)
    is_mixed = is_list and any(len(copy) > 1 or copy == ["n"] for copy in apart)
    is_alone = words > 1 or (words == 1 and len(apart) < 2)
    # SW2 is an allele of PAX3, which may be named as well.
    return is_repeated or is_mixed or is_alone or len(apart) > 6 or ["SW2"] in copies


def spelt(variant):
    return {"T": "TO", "N": "n"}.get(variant.upper(), re.sub(r"^W", "DW", variant.upper()))


# What a schema cannot say: each reason with the code and the field of its refusals, and what stands there.
ACROSS_FIELDS = {
    "alleles that exclude each other": (
        *("VALIDATION_INVALID_GENES", rf"{ANIMAL}others\.kit"),
        exclude_each_other,
    ),
    "copies that do not fit the sex": (
        *("VALIDATION_INVALID_GENES", rf"{ANIMAL}others\.(?:brindle|incontinentia)"),
        lambda details: details["value"] not in details["expected"],
    ),
    "a sex that alleles do not tell": (
        *("VALIDATION_MISSING_FIELD", r"(?:.*\.)?sex"),
        lambda details: details["expected"] == ["f", "m"],
    ),
    "a sex that is none, where one matters": (
        *("VALIDATION_INVALID_FIELD", r"(?:.*\.)?(?:sex|sexes)"),
        lambda details: details["value"] not in details["expected"],
    ),
    "grouped by sex where no sex is known": (
        *("VALIDATION_INVALID_FIELD", r"group_by"),
        lambda details: details["value"] == "coat,sex",
    ),
    "alleles that cannot lie together": (
        *("VALIDATION_INVALID_GENES", rf"kit_linkage\.{PARENT}"),
        lambda details: len({spelt(allele) for allele in details["value"]}) > 1,
    ),
    "more offspring than one answer holds": (
        *("RESULT_TOO_LARGE", r"limit"),
        lambda details: details["value"] > MOST_RESULTS,
    ),
    "a limit above this server's own": (
        *("VALIDATION_INVALID_FIELD", r"limit"),
        lambda details: int(details["value"]) > MOST_RESULTS,
    ),
    "no population for what is not known": (
        *("VALIDATION_MISSING_FIELD", r"population"),
        lambda details: "none" in details["expected"],
    ),
    "an option that only animals have of which all is known": (
        *("VALIDATION_INVALID_FIELD", r"recombination_band|explain|sexes|group_by"),
        lambda details: re.fullmatch(rf"(?:false|nothing|coat), where (?:{NOT_WHERE})", details["expected"][0]),
    ),
    "a name that no coat, token or population has": (
        *("VALIDATION_INVALID_FIELD", r"(?:.*\.)?(?:seen|wanted|avoid|yes_no|name|population|laboratory)(?:\..*)?"),
        lambda details: len(details["expected"]) > 0,
    ),
    "signs that make no genotype": (
        *("VALIDATION_INVALID_GENES", r"(?:.*\.)?(?:base|others)\..*"),
        lambda details: re.search(r"[?|!+]", json.dumps(details["value"])),
    ),
    "figures of what no rule names": (
        *("VALIDATION_INVALID_GENES", r"population\..*"),
        lambda details: len(details["expected"]) > 0,
    ),
    "figures that say nothing": (
        *("VALIDATION_MISSING_FIELD", r"population\..*"),
        lambda details: len(details["expected"]) > 0,
    ),
    "several foals without what is wanted, or the other way round": (
        *("VALIDATION_MISSING_FIELD", r"(?:ask\.\d+\.)?(?:wanted|foals)"),
        lambda details: details["value"] is None,
    ),
    "animals that do not fit each other": (
        *("VALIDATION_INVALID_FIELD", r"(?:horses|ask)(?:\..*)?"),
        lambda details: len(details["expected"]) > 0,
    ),
    "animals without what another field needs": (
        *("VALIDATION_MISSING_FIELD", r"(?:horses|ask)(?:\..*)?"),
        lambda details: len(details["expected"]) > 0,
    ),
    "facts that contradict each other": (
        *("VALIDATION_CONTRADICTION", r".*"),
        lambda details: details["value"] is not None,
    ),
    "parts of a question that exclude or need each other": (
        *("VALIDATION_INVALID_FIELD", r"question|ideal|max_per_(?:candidate|stallion)|percentage|horse|candidates|mares|stallions"),
        lambda details: len(details["expected"]) > 0,
    ),
    "a question without what another part of it needs": (
        *("VALIDATION_MISSING_FIELD", r"mother|horse|candidates|mares|stallions|percentage|wanted|tests\.\d+\.(?:animal|price)|question(?:\..*)?"),
        lambda details: len(details["expected"]) > 0,
    ),
    "an id, a gene or an animal that the question does not have, or has twice": (
        *("VALIDATION_INVALID_FIELD", r"(?:tests|candidates|mares|stallions)\.\d+(?:\..*)?|genes.*"),
        lambda details: len(details["expected"]) > 0,
    ),
    "too much work for one call": (
        *("RESULT_TOO_LARGE", r".*"),
        lambda details: len(details["expected"]) > 0,
    ),
    "a form's number with an exponent": (
        *("VALIDATION_INVALID_FIELD", r"age|foals_for"),
        lambda details: re.fullmatch(r"[0-9.]+e-[0-9]+", str(details["value"])),
    ),
    "alleles of a parent that kit_linkage does not have": (
        *("VALIDATION_INVALID_FIELD", r"kit_linkage\..*"),
        lambda details: isinstance(details["value"], list),
    ),
    "brackets in a name that close nothing": (
        *("VALIDATION_INVALID_FIELD", r".*[\[\]].*"),
        lambda details: [each["type"] for each in details["expected"]] == ["string"],
    ),
}

calls: Counter = Counter()
refused: Counter = Counter()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Keeps one encoding of bodies, and gives links their bodies (openapi.yaml says why they stand apart)."""
    # Its body is lines, of which Schemathesis knows no form; test/http/batch.test.ts asks it.
    del raw_schema["paths"]["/coats/batch"]
    for link in raw_schema["components"].get("links", {}).values():
        link["requestBody"] = link.pop("x-requestBody")
    for path in raw_schema["paths"].values():
        for operation in path.values():
            content = operation.get("requestBody", {}).get("content", {})
            for encoding in [other for other in content if other != ENCODING]:
                if ENCODING == FORM:
                    spell_out(schema_of(raw_schema, content[FORM]), schema_of(raw_schema, content[encoding]))
                del content[encoding]


def schema_of(document, media):
    return document["components"]["schemas"][media["schema"]["$ref"].rsplit("/", 1)[-1]]


def spell_out(form, whole):
    """
    Of `contentSchema` Schemathesis makes any text, so the form is told as what its texts hold, and `as_form` writes these.
    What JSON requires, forms require too, as info.description says.
    """
    form["required"] = whole["required"]
    for group, schema in form["properties"].items():
        form["properties"][group] = schema.get("contentSchema", schema)


@schemathesis.serializer(FORM)
def as_form(context, flattened):
    """A form as clients send it: words as they are, all else as JSON text."""
    body = context.case.body
    if not isinstance(body, dict):
        return json.dumps(body).encode()
    fields = {name: as_field(value) for name, value in body.items()}
    return urlencode(fields, errors="surrogatepass").encode()


def as_field(value):
    """A form has no null, but the empty text."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


@schemathesis.hook
def after_call(context, case, response):
    mode = {"positive": "valid", "negative": "invalid"}[case.meta.generation.mode.value] if case.meta else "linked"
    calls[case.operation.label, mode, response.status_code] += 1


@schemathesis.check
def valid_data_is_answered(ctx, response, case):
    try:
        return positive_data_acceptance(ctx, response, case)
    except Failure:
        reason = reason_across_fields(response)
        if reason is None:
            raise
        refused[case.operation.label, reason] += 1


def reason_across_fields(response):
    if response.status_code != 400:
        return None
    error = response.json()
    details = error["details"]
    for reason, (code, fields, is_so) in ACROSS_FIELDS.items():
        if error["code"] == code and re.fullmatch(fields, details["field"], re.DOTALL):
            if is_so(details):
                return reason
    return None


@atexit.register
def tell():
    """Leaves the counts to fuzz.py."""
    told = {"calls": {}, "refused": {f"{operation}, {reason}": n for (operation, reason), n in sorted(refused.items())}}
    for (operation, mode, status), n in sorted(calls.items()):
        told["calls"].setdefault(operation, {})[f"{mode} {status}"] = n
    with open(os.environ["TALLY"], "w") as file:
        json.dump(told, file)
