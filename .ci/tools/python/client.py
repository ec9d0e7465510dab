"""
The client that openapi-python-client makes from openapi.yaml, called as a developer would: the README's horse, as JSON and
as a form, a cross, the genes, the key, and two faults.
Guarantees: each answer arrives as the class that the document promises.
Leaves to others: making the client and putting it on the path (client.sh).
"""

import json
import os
import sys

from robe_api_client import AuthenticatedClient
from robe_api_client.api.account import api_info
from robe_api_client.api.coats import calculate_coat, calculate_offspring, genes
from robe_api_client.models import (
    AlleleAgouti,
    AlleleExtension,
    AlleleMatp,
    ApiInfo,
    Error,
    ErrorCode,
    Genes,
    Language,
    Offspring,
    OffspringRequest,
    Parent,
    RequestBaseGenes,
    RequestOtherGenes,
    Result,
    ResultForm,
    ResultRequest,
)

calls = 0
faults = []


def holds(what, told):
    global calls
    calls += 1
    if not told:
        faults.append(what)


def with_key(key):
    return AuthenticatedClient(
        base_url=os.environ["ROBE_URL"], token=key, prefix="", auth_header_name="X-API-Key"
    )


client = with_key(os.environ["ROBE_KEY"])
base = RequestBaseGenes(
    agouti=[AlleleAgouti.A, AlleleAgouti.LOWER_A], extension=[AlleleExtension.E, AlleleExtension.LOWER_E]
)
others = RequestOtherGenes(matp=[AlleleMatp.CR, AlleleMatp.N])

coat = calculate_coat.sync(client=client, body=ResultRequest(base=base, others=others, lang="en"))
holds("a coat from JSON", isinstance(coat, Result) and coat.translate == "Buckskin")
holds("alleles of the answer", coat.others.matp == [AlleleMatp.CR, AlleleMatp.N])

form = ResultForm(base=json.dumps(base.to_dict()), others=json.dumps(others.to_dict()), lang="en")
holds("the same coat from a form", calculate_coat.sync(client=client, body=form) == coat)

parent = Parent(base=base, others=others)
foals = calculate_offspring.sync(client=client, body=OffspringRequest(mother=parent, father=parent, limit=3))
holds("a cross", isinstance(foals, Offspring) and len(foals.results) == 3 and foals.total_results == 27)

catalogue = genes.sync(client=client, lang="de")
holds("the genes", isinstance(catalogue, Genes) and catalogue.language == Language.DE and len(catalogue.genes) > 9)

key = api_info.sync(client=client)
holds("the key", isinstance(key, ApiInfo) and key.authenticated)

fault = calculate_coat.sync(client=client, body=ResultRequest(base=base, lang="xx"))
holds(
    "a fault with its place",
    isinstance(fault, Error) and fault.code == ErrorCode.VALIDATION_INVALID_FIELD and fault.details.field == "lang",
)

stranger = api_info.sync(client=with_key("robe_live_unknown"))
holds("a fault without a key", isinstance(stranger, Error) and stranger.code == ErrorCode.AUTH_INVALID_KEY)

for fault in faults:
    print(f"failed: {fault}")
print(f"{calls} calls, {len(faults)} failed")
sys.exit(1 if faults or calls == 0 else 0)
