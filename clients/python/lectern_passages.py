"""Passages of a Lectern knowledge box, found with the client that openapi-python-client generates as `lectern_api`."""

from dataclasses import dataclass, field
from typing import Any

from lectern_api import AuthenticatedClient
from lectern_api.api.search_find import search_find_post
from lectern_api.models import FindRequest, FindResults


class LecternError(Exception):
    """Lectern refused a request, or did not answer it."""


@dataclass(frozen=True)
class Passage:
    """A paragraph that was found, best first, and where it is."""

    id: str
    text: str
    score: float
    metadata: dict[str, Any] = field(default_factory=dict)


def open_client(base_url: str, *, api_key: str = "", token: str = "", timeout: float = 60) -> AuthenticatedClient:
    """A client for the key of a service account, or for the token of a user. `base_url` has no path."""
    if bool(api_key) == bool(token):
        raise ValueError("give either api_key, the key of a service account, or token, that of a user")
    header = "X-SVC-SERVICEACCOUNT" if api_key else "Authorization"
    return AuthenticatedClient(base_url=base_url, token=api_key or token, auth_header_name=header, timeout=timeout)


def find(client: AuthenticatedClient, kbid: str, query: str, options: dict[str, Any]) -> list[Passage]:
    """`options` are members of the request of find, such as `top_k`, `filter_expression`, `features`."""
    return passages_of(search_find_post.sync_detailed(kbid, client=client, body=request_of(query, options)))


async def afind(client: AuthenticatedClient, kbid: str, query: str, options: dict[str, Any]) -> list[Passage]:
    """As `find`."""
    return passages_of(await search_find_post.asyncio_detailed(kbid, client=client, body=request_of(query, options)))


def request_of(query: str, options: dict[str, Any]) -> FindRequest:
    return FindRequest.from_dict({"query": query, "show": ["basic", "origin"], **options})


def passages_of(answer: Any) -> list[Passage]:
    if not isinstance(answer.parsed, FindResults):
        raise LecternError(f"{int(answer.status_code)}: {answer.content.decode(errors='replace')[:500]}")
    found = answer.parsed.to_dict()
    passages = {}
    for rid, resource in found["resources"].items():
        origin = resource.get("origin") or {}
        for field_id, one in resource["fields"].items():
            for key, paragraph in one["paragraphs"].items():
                position = paragraph["position"]
                metadata = {
                    "resource": rid,
                    "field": field_id,
                    "title": resource.get("title"),
                    "source": origin.get("url") or origin.get("filename") or resource.get("title"),
                    "score_type": paragraph["score_type"],
                    "start": position["start"],
                    "end": position["end"],
                    "page": position.get("page_number"),
                    "labels": paragraph.get("labels", []),
                }
                passages[key] = Passage(key, paragraph["text"], paragraph["score"], metadata)
    best = [passages.pop(key) for key in found["best_matches"] if key in passages]
    return best + sorted(passages.values(), key=lambda passage: -passage.score)
