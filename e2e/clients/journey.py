"""Creates a knowledge box, uploads a text, finds it and asks about it, with the client that is generated from the OpenAPI
document. Arguments: origin and credential. Prints what it found and was answered as JSON."""

import io
import json
import sys
import time

from lectern_api import AuthenticatedClient
from lectern_api.api.accounts_account import accounts_account_list
from lectern_api.api.kb_knowledge_box import kb_knowledge_box_create, kb_knowledge_box_delete
from lectern_api.api.kb_resource import kb_resource_get
from lectern_api.api.kb_upload import kb_upload_create
from lectern_api.api.search_ask import search_ask_knowledge_box
from lectern_api.api.search_find import search_find_post
from lectern_api.models import AskRequest, CreateKnowledgeBoxPayload, FindRequest
from lectern_api.types import File

TIMEOUT_S = 60

origin, token = sys.argv[1:]
client = AuthenticatedClient(base_url=origin, token=token, raise_on_unexpected_status=True, timeout=TIMEOUT_S)

account = accounts_account_list.sync(client=client)[0].id
settings = CreateKnowledgeBoxPayload(slug=f"python-{time.time_ns()}", title="Tides")
kbid = kb_knowledge_box_create.sync(account, client=client, body=settings).id

text = File(payload=io.BytesIO(b"The moon pulls the sea, which makes the tides."))
rid = kb_upload_create.sync(kbid, client=client, body=text, content_type="text/plain", x_filename="dGlkZXMudHh0").uuid

deadline = time.monotonic() + TIMEOUT_S
while kb_resource_get.sync(kbid, rid, client=client).waits_for is not None:
    assert time.monotonic() < deadline, "the upload was not processed in time"
    time.sleep(0.1)

found = search_find_post.sync(kbid, client=client, body=FindRequest(query="moon"))
question = AskRequest(query="What pulls the sea?")
answer = search_ask_knowledge_box.sync(kbid, client=client, body=question)
refused = search_find_post.sync(kbid, client=client, body=FindRequest(query="moon", top_k=-1))
kb_knowledge_box_delete.sync_detailed(account, kbid, client=client)

result = {
    "rid": rid,
    "found": list(found.resources.additional_properties),
    "answer": answer.answer,
    "status": str(answer.status),
    "refused": [list(violation.loc) for violation in refused.detail],
}
print(json.dumps(result))
