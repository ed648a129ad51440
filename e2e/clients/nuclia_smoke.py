"""Calls what the SDK nuclia has for a knowledge box, and with a NUA key for predictions and processing. Arguments: origin,
id of an empty knowledge box, an API key of it or `-` for a server that trusts the header of roles, a NUA key, and a folder
for its configuration and files. Prints what the calls answered, by name, as JSON; of one that failed, its error."""

import json
import os
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

origin, kbid, key, nua_key, folder = sys.argv[1:]
os.environ["HOME"] = folder
# Addresses with this name take API keys; all others the header of roles.
os.environ["BASE_NUCLIA_DOMAIN"] = "nowhere.invalid" if key == "-" else "127.0.0.1"

from nuclia.lib.nua import NuaClient, QueryRequest, RemiRequest, RephraseRequest
from nuclia.lib.nua_responses import ChatModel, RerankModel
from nuclia.sdk.auth import NucliaAuth
from nuclia.sdk.kb import NucliaKB
from nuclia.sdk.resource import NucliaResource
from nuclia.sdk.search import NucliaSearch
from nuclia.sdk.upload import NucliaUpload

TIMEOUT_S = 60
url = f"{origin}/api/v1/kb/{kbid}"
credentials = {"url": url} if key == "-" else {"url": url, "api_key": key}
kb, resources, search, upload, auth = NucliaKB(), NucliaResource(), NucliaSearch(), NucliaUpload(), NucliaAuth()
results = {}


def call(name, function, **arguments):
    try:
        results[name] = answer = function(**arguments)
        return answer
    except Exception as error:
        results[name] = f"failed: {type(error).__name__} {error}"
        return None


def call_box(name, function, **arguments):
    return call(name, function, **arguments, **credentials)


def file_with(name, text):
    path = Path(folder, name)
    path.write_text(text)
    return str(path)


tides = file_with("tides.txt", "The tide mill of Eling grinds twice a day.")
message = {"who": "ann", "to": ["bob"], "ident": "1", "timestamp": "2024-01-01T00:00:00"}
talk = file_with("talk.json", json.dumps([message | {"content": {"text": "The mill is open", "format": "PLAIN"}}]))

call("auth.nucliadb", auth.nucliadb, url=origin)
if key != "-":
    call("auth.kb", auth.kb, url=url, token=key)
labels = {"classifications": [{"labelset": "kind", "label": "mill"}]}
rid = call_box("upload.file", upload.file, path=tides, slug="tides", field="f", language="en", usermetadata=labels)
call_box("upload.file again", upload.file, path=tides, slug="tides", field="g")
call_box("upload.text", upload.text, path=tides, format="PLAIN", slug="text", title="A text")
call_box("upload.link", upload.link, uri="http://localhost:1/", slug="link")
call_box("upload.conversation", upload.conversation, path=talk, slug="talk")
deadline = time.monotonic() + TIMEOUT_S
while resources.get(rid=rid, **credentials).metadata.status.value == "PENDING":
    assert time.monotonic() < deadline, "the upload was not processed in time"
    time.sleep(0.2)

call_box("resource.exists", resources.exists, slug="tides")
call_box("resource.exists not", resources.exists, slug="nothing")
call_box("resource.get", resources.get, rid=rid, show=["basic", "values", "extracted"], extracted=["text"])
copy = str(Path(folder, "copy.txt"))
call_box("resource.download_file", resources.download_file, rid=rid, file_id="f", output=copy)
results["downloaded"] = Path(copy).read_text()
call_box("resource.update", resources.update, rid=rid, title="Tides")
question = "How often does the tide mill of Eling grind?"
for name in ("find", "search", "catalog"):
    call_box(f"search.{name}", getattr(search, name), query="tide mill")
answer = call_box("search.ask", search.ask, query=question)
results["search.ask"] = {"answer": answer.answer.decode(), "status": answer.status, "citations": answer.citations}
often = {"type": "object", "properties": {"often": {"type": "string", "description": question}}, "required": ["often"]}
schema = {"name": "mill", "title": "mill", "description": "A mill", "parameters": often}
call_box("search.ask_json", search.ask_json, query=question, schema=schema)
call_box("search.graph", search.graph, query={"query": {"prop": "path", "source": {"value": "Eling"}}})
call_box("kb.summarize", kb.summarize, resources=[rid])

call_box("kb.add_labelset", kb.add_labelset, labelset="kind", labels=["mill"])
call_box("kb.add_label", kb.add_label, labelset="kind", label="tower")
call_box("kb.get_labelset", kb.get_labelset, labelset="kind")
call_box("kb.del_label", kb.del_label, labelset="kind", label="tower")
call_box("kb.list_labelsets", kb.list_labelsets)
call_box("kb.del_labelset", kb.del_labelset, labelset="kind")
ann, place = {"group": "PERSON", "value": "Ann"}, {"group": "PLACE", "value": "Eling"}
relation = {"source": ann, "destination": place}
call_box("kb.add_graph", kb.add_graph, slug="graph", graph=[relation | {"label": "lives in"}])
call_box("kb.update_graph", kb.update_graph, slug="graph", graph=[relation | {"label": "left"}])
call_box("kb.get_graph", kb.get_graph, slug="graph")
call_box("kb.delete_graph", kb.delete_graph, slug="graph")
call_box("kb.update_configuration", kb.update_configuration, generative_model="local")
call_box("kb.get_configuration", kb.get_configuration)
for name, strategies, config in [
    ("extract", kb.extract_strategies, {"name": "mine"}),
    ("split", kb.split_strategies, {"name": "mine", "max_paragraph": 500}),
]:
    made = call_box(f"{name}_strategies.add", strategies.add, config=config)
    call_box(f"{name}_strategies.list", strategies.list)
    call_box(f"{name}_strategies.delete", strategies.delete, id=made)
call_box("kv_schemas.list", kb.kv_schemas.list)

month = datetime.now(timezone.utc).strftime("%Y-%m")
asked = {"year_month": month, "show": ["id", "date", "question", "answer"], "filters": {}}
call_box("logs.query", kb.logs.query, type="ASK", query=asked | {"pagination": {"limit": 10}})
call_box("logs.download", kb.logs.download, type="ASK", query=asked, download_format="NDJSON", wait=True)
call_box("remi.get_scores", kb.remi.get_scores, starting_at=f"{month}-01T00:00:00", to=None, aggregation="day")
relevance = {"value": 0, "operation": "gt", "aggregation": "average"}
call_box("remi.query", kb.remi.query, query={"month": month, "feedback_good": None, "context_relevance": relevance})

exported = str(Path(folder, "export"))
call_box("exports.start", kb.exports.start, path=exported)
call_box("imports.start", kb.imports.start, path=exported, sync=True)
call_box("resource.send_to_process", resources.send_to_process, rid=rid)
call_box("resource.delete", resources.delete, rid=rid)

call("auth.nua", auth.nua, token=nua_key, origin=origin)
nua = NuaClient(region=origin, account="", token=nua_key)
passage = "The tide mill of Eling grinds twice a day."
chat = ChatModel(question=question, retrieval=True, user_id="u", query_context=[passage])
call("nua.sentence", nua.sentence_predict, text=passage)
call("nua.tokens", nua.tokens_predict, text="Ann lives in Paris")
call("nua.query", nua.query_predict, request=QueryRequest(text=question))
call("nua.generate", nua.generate, body=chat)
results["nua.generate_stream"] = [chunk.chunk for chunk in nua.generate_stream(chat)]
call("nua.summarize", nua.summarize, documents={"a": passage})
call("nua.rephrase", nua.rephrase, question=RephraseRequest(question="And of Eling?", user_context=["mills"]))
judged = RemiRequest(user_id="u", question=question, answer="Twice a day", contexts=[passage])
call("nua.remi", nua.remi, request=judged)
ranked = RerankModel(user_id="u", question="mill", context={"a": passage, "b": "The sun"})
call("nua.rerank", nua.rerank, model=ranked)
call("nua.schema", nua.schema_predict)
call("nua.process_file", nua.process_file, path=tides)
call("nua.processing_status", nua.processing_status)



def plain(value):
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else str(value)


print(json.dumps(results, default=plain))
