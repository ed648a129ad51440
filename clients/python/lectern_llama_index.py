"""A retriever of LlamaIndex that finds passages of a Lectern knowledge box.

    from lectern_llama_index import LecternRetriever
    from lectern_passages import open_client

    retriever = LecternRetriever(open_client("http://localhost:8080", api_key=key), kbid, top_k=5)
    retriever.retrieve("What pulls the sea?")
"""

from typing import Any

from lectern_passages import Passage, afind, find
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode


class LecternRetriever(BaseRetriever):
    """Finds by words and by meaning, and reranks."""

    def __init__(
        self,
        client: Any,
        kbid: str,
        *,
        top_k: int = 10,
        filter_expression: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        """
        Args:
            client: of `open_client`
            kbid: id of the knowledge box
            top_k: how many passages are returned
            filter_expression: which resources, fields and paragraphs are searched
            options: other members of the request of find, such as `features`, `min_score` or `reranker`
            settings: those of every retriever of LlamaIndex, such as `callback_manager`
        """
        self._client = client
        self._kbid = kbid
        filters = {} if filter_expression is None else {"filter_expression": filter_expression}
        self._request = {"top_k": top_k, **filters, **(options or {})}
        super().__init__(**settings)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return nodes_of(find(self._client, self._kbid, query_bundle.query_str, self._request))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return nodes_of(await afind(self._client, self._kbid, query_bundle.query_str, self._request))


def nodes_of(passages: list[Passage]) -> list[NodeWithScore]:
    return [NodeWithScore(node=node_of(one), score=one.score) for one in passages]


def node_of(passage: Passage) -> TextNode:
    resource = RelatedNodeInfo(node_id=passage.metadata["resource"])
    return TextNode(
        id_=passage.id,
        text=passage.text,
        metadata=passage.metadata,
        start_char_idx=passage.metadata["start"],
        end_char_idx=passage.metadata["end"],
        relationships={NodeRelationship.SOURCE: resource},
    )
