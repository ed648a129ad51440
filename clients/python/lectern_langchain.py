"""A retriever of LangChain that finds passages of a Lectern knowledge box.

    from lectern_langchain import LecternRetriever
    from lectern_passages import open_client

    retriever = LecternRetriever(client=open_client("http://localhost:8080", api_key=key), kbid=kbid, top_k=5)
    retriever.invoke("What pulls the sea?")
"""

from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from lectern_passages import Passage, afind, find
from pydantic import ConfigDict, Field


class LecternRetriever(BaseRetriever):
    """Finds by words and by meaning, and reranks."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    client: Any
    """Of `open_client`."""
    kbid: str
    """Id of the knowledge box."""
    top_k: int = 10
    """How many passages are returned."""
    filter_expression: dict[str, Any] | None = None
    """Which resources, fields and paragraphs are searched."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Other members of the request of find, such as `features`, `min_score` or `reranker`."""

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return documents_of(find(self.client, self.kbid, query, self._request()))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        return documents_of(await afind(self.client, self.kbid, query, self._request()))

    def _request(self) -> dict[str, Any]:
        filters = {} if self.filter_expression is None else {"filter_expression": self.filter_expression}
        return {"top_k": self.top_k, **filters, **self.options}


def documents_of(passages: list[Passage]) -> list[Document]:
    return [
        Document(id=one.id, page_content=one.text, metadata={**one.metadata, "score": one.score}) for one in passages
    ]
