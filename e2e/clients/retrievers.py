"""Finds passages with the retrievers of clients/python. Arguments: origin, key of a service account, knowledge box, query.
Prints what they found as JSON."""

import asyncio
import json
import sys

from lectern_langchain import LecternRetriever as LangChainRetriever
from lectern_llama_index import LecternRetriever as LlamaIndexRetriever
from lectern_passages import LecternError, open_client

origin, key, kbid, query = sys.argv[1:]
client = open_client(origin, api_key=key)
chain = LangChainRetriever(client=client, kbid=kbid, top_k=2)
llama = LlamaIndexRetriever(client, kbid, top_k=2)


def refusal_of(retrieve):
    try:
        retrieve(query)
    except LecternError as error:
        return str(error)
    return None


async def found_asynchronously():
    return await chain.ainvoke(query), await llama.aretrieve(query)


nothing = {"field": {"prop": "label", "labelset": "none", "label": "none"}}
documents = chain.invoke(query)
nodes = llama.retrieve(query)
later_documents, later_nodes = asyncio.run(found_asynchronously())
result = {
    "documents": [{"id": one.id, "text": one.page_content, **one.metadata} for one in documents],
    "nodes": [{"id": one.node_id, "text": one.text, "score": one.score, **one.metadata} for one in nodes],
    "async": [
        [one.id for one in later_documents] == [one.id for one in documents],
        [one.node_id for one in later_nodes] == [one.node_id for one in nodes],
    ],
    "filtered": [
        len(LangChainRetriever(client=client, kbid=kbid, filter_expression=nothing).invoke(query)),
        len(LlamaIndexRetriever(client, kbid, filter_expression=nothing).retrieve(query)),
    ],
    "refused": [
        refusal_of(LangChainRetriever(client=client, kbid=kbid, top_k=-1).invoke),
        refusal_of(LlamaIndexRetriever(open_client(origin, token="wrong"), kbid).retrieve),
    ],
}
print(json.dumps(result))
