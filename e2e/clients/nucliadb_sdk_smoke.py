"""Calls what the SDK nucliadb_sdk has for knowledge boxes. Arguments: origin, id of an empty knowledge box, and an API
key of it, or `-` for a server that trusts the header of roles. Prints what the calls answered, by name, as JSON; one that
the server refused is the text of its refusal."""

import json
import sys
import time
import warnings

from nucliadb_models.conversation import InputMessage, InputMessageContent
from nucliadb_models.kv_schemas import KVSchema, UpdateKVSchema
from nucliadb_models.labels import Label, LabelSet
from nucliadb_models.synonyms import KnowledgeBoxSynonyms
from nucliadb_sdk import NucliaDB
from nucliadb_sdk.v2.exceptions import ClientError

# So the SDK complains about answers that it does not understand.
warnings.filterwarnings("error", message="Unknown|No retrieval|Response content", category=UserWarning)

origin, kbid, key = sys.argv[1:]
url = f"{origin}/api"
sdk = NucliaDB(region="on-prem", url=url) if key == "-" else NucliaDB(region="local", url=url, api_key=key)
results = {}


def call(name, box={"kbid": kbid}, **arguments):
    """Calls the method that the first word of the name says."""
    method = getattr(sdk, name.split()[0])
    try:
        results[name] = answer = method(**box, **arguments)
        return answer
    except ClientError as refusal:
        results[name] = f"refused: {refusal}"
        return None


def until_finished(name, **arguments):
    while call(name, **arguments).status.value in ("scheduled", "running"):
        time.sleep(0.2)


resource = call(
    "create_resource",
    title="Lighthouse",
    slug="lighthouse",
    texts={"a": {"body": "The lighthouse was built in 1874 by John Smith."}},
    links={"l": {"uri": "http://localhost:1/"}},
    files={"f": {"file": {"filename": "a.txt", "content_type": "text/plain", "payload": "aGVsbG8="}}},
    conversations={"c": {"messages": [{"who": "ann", "content": {"text": "Hello"}, "ident": "1"}]}},
    usermetadata={"classifications": [{"labelset": "kind", "label": "tower"}]},
    headers={"prefer": "wait=20"},
)
rid = resource.uuid
one, slug = {"rid": rid}, {"slug": "lighthouse"}
everything = {"show": ["basic", "values", "extracted", "relations", "origin", "extra", "errors", "security"]}

call("get_knowledge_box")
call("exists_resource", **one)
call("exists_resource_by_slug", **slug)
call("exists_resource_by_slug nothing", slug="nothing")
call("update_resource", title="Old lighthouse", **one)
call("update_resource_by_slug", rslug="lighthouse", summary="A tower")
call("get_resource_by_id", query_params=everything | {"extracted": ["text", "metadata", "vectors"]}, **one)
call("get_resource_by_slug", **slug)
call("get_resource_field", field_type="text", field_id="a", query_params={"show": ["value", "extracted"]}, **one)
call("get_resource_field_by_slug", field_type="conversation", field_id="c", **slug)
for ident, (suffix, target) in {"2": ("", one), "3": ("_by_slug", slug)}.items():
    message = InputMessage(who="bob", to=["ann"], content=InputMessageContent(text="Hi"), ident=ident)
    call(f"add_conversation_message{suffix}", field_id="c", content=[message], **target)
    call(f"delete_conversation_message{suffix}", field_id="c", message_id=ident, **target)
call("list_resources", query_params={"page": 0, "size": 20})
call("catalog", query="lighthouse", faceted=["/classification.labels"])
call("catalog_facets")

call("find", query="When was the lighthouse built?")
only = {"field": {"prop": "resource", "id": rid}}
call("find expression", query="lighthouse", features=["keyword"], filter_expression=only)
call("search", query="lighthouse", faceted=["/classification.labels"])
question = {"query": "When was the lighthouse built?"}
answer = call("ask", citations=True, **question)
call("ask at once", headers={"X-Synchronous": "true", "X-Show-Consumption": "true"}, **question)
call("ask nothing", query="Who painted the kraken of Xyzzy?")
call("ask_on_resource", **question, **one)
call("ask_on_resource_by_slug", **question, **slug)
call("feedback", ident=answer.learning_id, good=True, task="CHAT", feedback="right")
retrieved = call("retrieve", query={"keyword": {"query": "lighthouse"}})
paragraphs = [{"given": [{"id": match.id} for match in retrieved.matches], "text": True}]
call("augment", resources=[{"given": [rid], "title": True}], paragraphs=paragraphs)
call("summarize", resources=[rid])
person = {"value": "John", "match": "fuzzy"}
call("graph_search", query={"prop": "path", "source": person}, top_k=5)
call("graph_nodes", query={"prop": "node", **person}, top_k=5)
call("graph_relations", query={"prop": "relation", "label": "built"}, top_k=5)
call("get_entitygroups")
call("get_entitygroups entities", query_params={"show_entities": True})
call("get_entitygroup", group="PERSON")

call("set_labelset", labelset="kind", content=LabelSet(title="Kind", labels=[Label(title="tower")]))
call("get_labelset", labelset="kind")
call("get_labelsets")
call("delete_labelset", labelset="kind")
fields = [{"key": "height", "type": "integer", "required": False, "description": "in metres"}]
call("create_kv_schema", content=KVSchema(id="towers", description="Towers", fields=fields))
call("update_kv_schema", schema_id="towers", content=UpdateKVSchema(description="Old towers", fields=fields))
call("get_kv_schema", schema_id="towers")
call("list_kv_schemas")
call("delete_kv_schema", schema_id="towers")
call("set_custom_synonyms", content=KnowledgeBoxSynonyms(synonyms={"sea": ["ocean"]}))
call("get_custom_synonyms")
call("list_vector_sets")
call("add_vector_set", vectorset_id="lexical")
call("delete_vector_set", vectorset_id="lexical")
call("get_configuration")
call("update_configuration", content={"generative_model": "local"})
call("get_configuration_schema")
call("get_generative_providers")
call("get_models")
call("trainset")

exported = call("start_export")
until_finished("export_status", export_id=exported.export_id)
data = b"".join(sdk.download_export(kbid=kbid, export_id=exported.export_id)(chunk_size=1024))
imported = call("start_import", content=data)
until_finished("import_status", import_id=imported.import_id)
call("create_kb_from_import", box={}, content=data)

for suffix, target in {"": one, "_by_slug": slug}.items():
    call(f"reindex_resource{suffix}", **target)
    call(f"reprocess_resource{suffix}", **target)
    call("reprocess_field_by_slug" if suffix else "reprocess_field_by_id", field_type="file", field_id="f", **target)
call("delete_field_by_id", field_type="link", field_id="l", **one)
call("delete_field_by_slug", field_type="file", field_id="f", **slug)
call("delete_resource", **one)
call("get_resource_by_id gone", **one)
call("create_resource again", slug="lighthouse", title="New lighthouse")
call("delete_resource_by_slug", rslug="lighthouse")

if key == "-":
    created = call("create_knowledge_box", box={}, slug=f"sea-{time.time_ns()}", title="Sea")
    call("get_knowledge_box_by_slug", box={}, slug=created.slug)
    call("list_knowledge_boxes", box={})
    call("delete_knowledge_box", box={"kbid": created.uuid})

print(json.dumps(results, default=lambda value: value.model_dump(mode="json", by_alias=True)))
