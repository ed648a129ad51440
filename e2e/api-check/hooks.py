"""What schemathesis has to know besides the OpenAPI document: rules that no schema can state."""

import json
import os
import re

import schemathesis
from schemathesis.core.failures import Failure
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

CREDENTIALS = {"authorization", "x-svc-serviceaccount", "x-svc-nuakey"}

STATED_REASONS = [
    (426, r"^This is the address of a WebSocket$", "A socket begins with an upgrade."),
    (405, r"^Method not allowed: this server opens no stream", "Servers of MCP without a stream say so."),
    (406, r"^Not Acceptable: ", "Clients of MCP accept JSON and streams."),
    (412, r"^Invalid query\. Error in [\w.]+: ", "Queries have a grammar, which 412 documents."),
    (422, r"^Invalid query\. Error in [\w.]+: ", "Vectorsets must be of the knowledge box, vectors of their length."),
    (412, r"^Could not summarize: ", "Of some resources there is no text."),
    (422, r"^Relations and graph are incompatible features", "Of some features a request may have one."),
    (400, r"^Search configuration not found$|^This search configuration is not valid for ", "The name must be of a search configuration that exists, for the same kind of request."),
    (400, r"^show_entities is not supported", "A flag that must be false."),
    (400, r"^Answer JSON schema with too many properties", "The schema of an answer has few properties where each is searched."),
    (422, r"^Text must not contain the character NUL$", "No name in the database has it."),
    (422, r"^Duplicated labelset titles are not allowed", "Titles of labelsets differ."),
    (412, r"^TUS needs a TUS version$|header is required$|^No upload-offset header$|is not a number of bytes", "Rules of TUS, in statuses of TUS."),
    (400, r"^Upload-Metadata header contains errors", "Pairs of a key and base64."),
    (422, r"^Text must not contain the character NUL$", "Postgres cannot store it; a pattern would hide the other rules of a text."),
    (422, r"^Icon is not a valid MIME string", "Media types have a grammar."),
    (422, r"^Unsupported content type: ", "As above."),
    (422, r"^The file was not stored and cannot be processed again$", "Files may be removed after processing."),
    (422, r"^Unknown cursor$", "A cursor comes from an earlier answer."),
    (422, r"^The md5 of the payload is ", "`md5` must be of the bytes that are sent."),
    (422, r"^'payload' field is required$", "A file has a `payload` or a `uri`."),
    (422, r"^'filename' field is required$", "Only a file at a `uri` has its name from there."),
    (422, r"^resource id filter '.*' should be a valid UUID$|^resource filter .* has an invalid field type: ", "One text takes an id, or an id with a field."),
    (422, r"^Input should be Unix seconds or a valid datetime$", "One member takes both."),
    (422, r"^X-FILE-PASSWORD header is only supported for file fields", "The path says which kind of field it is."),
    (422, r"^Only file, link, text and conversation fields can be reprocessed", "As above."),
    (422, r"^KV schema '.*' does not exist in this knowledge box$", "The id must be of a schema that exists."),
    (422, r"^(Unknown keys|Missing required keys) for schema '|^Key '.*' in schema '", "Values keep to a schema of the knowledge box."),
    (422, r"^Maximum number of KV schemas", "A knowledge box has a bounded number of schemas."),
    (422, r"^Schema id in body '.*' does not match", "The path says which schema it is."),
    (422, r"^Message ident |^Message identifiers must be unique", "Idents are unique in a conversation, without slash, and not 0."),
    (422, r"^MD5 could not be computed$", "`payload` must be base64."),
    (422, r"^Invalid JSON$", "`body` must be of the format that `format` names."),
    (422, r"hidden resources feature is disabled|does not have hidden resources enabled", "Boxes hide resources only where this is enabled."),
    (400, r"^The file |^At byte \d+ of the file|^The item( \w+)? at byte", "The body of an import is the file of an export."),
    (422, r"^Unknown (embedding|generative) model ", "Which models are installed is not known to the document."),
    (422, r"^(The|This) model |^Vectors of the model |^Unknown token model ", "What a model can do is not known to the document."),
    (400, r"^This is no new passkey for this user|^No secret waits for its first code", "Proofs come from an authenticator that a page or an app began with."),
    (422, r"^Invalid file token for field ", "A token comes from an upload."),
    (422, r"^The cursor does not come from this list$|^The cursor is not one of an answer$", "As above."),
    (422, r"^Last-Event-ID does not come from this stream$", "As above."),
    (422, r"\bValue error, ", "Rules between members, in the format of the OpenAI API."),
    (422, r"^Readers of a knowledge box may ask by ", "The path has a name that only some kinds of predictions have."),
    (422, r"_CLASSIFICATION needs |^filter_expression is only for type 7|not supported by this version$", "The type of a training set says what it needs."),
    (422, r"^A user must name the knowledge box", "Users have many boxes, keys of a service account have one."),
    (422, r"^Input tag does not match any of the expected tags|Unable to extract tag using discriminator", "Filters and queries of the graph have a grammar."),
    (400, r"^login_challenge_expired_or_invalid$", "A token comes from a mail, and is used once."),
    (400, r"Nothing waits for this sign-in", "A `state` comes from a sign-in that an agent asks for."),
    (412, r"^Export not yet finished$", "An export takes its time."),
    (412, r"^This deployment has no cloud account|^Assume role configuration is incomplete", "Roles of cloud accounts need settings of the deployment, and a role."),
    (422, r"is not on the public internet", "Where models of customers are, they say."),
    (402, r"^A knowledge box has at most 1000 pending invitations$", "Made-up addresses add up."),
    (402, r"^A knowledge box has at most 100 (extract|split) strategies$", "As above."),
    (402, r"guardrail policies", "As above."),
    (422, r"^(A task named|Parameters are required for|There is no task|An ask operation|No field can be called) ", "The name of a task says which operations it takes; parameters or an earlier task say what they do."),
    (422, r"^Parameters and uuid_task exclude|^With uuid_task, |^The task is running", "As above."),
    (422, r"is no FieldMetadata message$", "Metadata is a message in base64."),
    (422, r"^The image at |^The content at .* is not a PNG|images to fetch", "An address has an image, or has none."),
    (431, r"^Request Header Fields Too Large$", "Long parameters go into a body."),
    (422, r"^came_from is none of the allowed origins", "A box may allow some origins only."),
]


def properties_of(node):
    """Described members; examples of schemas in the document may have anything there."""
    properties = node.get("properties")
    return {name: schema for name, schema in properties.items() if isinstance(schema, dict)} if isinstance(properties, dict) else {}


def parameter_of(node):
    """A described parameter; properties may be called `in` and `name`, too."""
    name, schema = node.get("name"), node.get("schema", {})
    return {name: schema} if isinstance(node.get("in"), str) and isinstance(name, str) and isinstance(schema, dict) else {}


def lenient_members(node):
    """Names of members that may be written in other ways, too: numbers as texts, flags as 0, 1, yes, no, on, off."""
    if isinstance(node, list):
        return set().union(*map(lenient_members, node))
    if not isinstance(node, dict):
        return set()
    described = {**properties_of(node), **parameter_of(node)}
    return {name for name, schema in described.items() if takes_scalars(schema)}.union(*map(lenient_members, node.values()))


def takes_scalars(schema):
    return any(choice.get("type") in ("boolean", "integer", "number") for choice in [schema, *schema.get("anyOf", [])] if isinstance(choice, dict))


def ruled_members(node):
    """Names of members of which the document says that further rules hold inside."""
    if isinstance(node, list):
        return set().union(*map(ruled_members, node))
    if not isinstance(node, dict):
        return set()
    ruled = {name for name, schema in properties_of(node).items() if "x-further-rules" in json.dumps(schema)}
    return ruled.union(*map(ruled_members, node.values()))


with open(os.environ["API_CHECK_DOCUMENT"], encoding="utf-8") as document:
    DOCUMENT = json.load(document)
LENIENT = lenient_members(DOCUMENT)
RULED = ruled_members(DOCUMENT)


def takes_nua_keys_only(case):
    item = DOCUMENT["paths"].get(case.operation.path, {}).get(case.operation.method.lower(), {})
    return item.get("security") == [{"understanding": []}]


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """One credential a request; the others are for other callers."""
    credential = ("X-SVC-NUAKEY", "API_CHECK_NUA_KEY") if takes_nua_keys_only(case) else ("Authorization", "API_CHECK_TOKEN")
    others = {name: value for name, value in (case.headers or {}).items() if name.lower() not in CREDENTIALS}
    case.headers = {**others, credential[0]: f"Bearer {os.environ[credential[1]]}"}
    if case.query:
        case.query.pop("eph-token", None)


def refused_for_a_stated_reason(response):
    # Pages are for browsers: their text is the reason.
    is_page = "text/html" in response.headers.get("content-type", [""])[0]
    body = {"detail": response.text} if is_page else response.json() if response.content else {}
    # Clients of the OpenAI API expect their own envelope.
    error = body.get("error", {})
    detail = body.get("detail", error.get("message") if isinstance(error, dict) else error)
    if isinstance(detail, list):
        # Rules that the document marks with x-further-rules.
        if any(reason["type"] == "value_error" or RULED.intersection(reason["loc"][:-1]) for reason in detail):
            return True
        detail = " ".join(reason["msg"] for reason in detail)
    texts = [pattern for status, pattern, _ in STATED_REASONS if status == response.status_code]
    return isinstance(detail, str) and any(re.search(pattern, detail, re.DOTALL) for pattern in texts)


def is_left_out(case):
    """Requests that are generated from earlier answers differ from run to run, so there is always one more rule."""
    phase = case.meta.phase.name if case.meta else None
    return "API_CHECK_STRICT" not in os.environ and phase == TestPhase.FUZZING


# Links of mails, challenges, codes and clients come from elsewhere; forms need a token of their page, and have no null.
SIGN_IN = ("/api/auth/", "/oauth2/", "/user/", "/redirect")


def depends_on_a_sign_in(case):
    return case.operation.path.startswith(SIGN_IN) or case.media_type == "application/x-www-form-urlencoded"


@schemathesis.check
def valid_requests_are_accepted(ctx, response, case):
    if is_left_out(case) or depends_on_a_sign_in(case):
        return None
    if 400 <= response.status_code < 500 and refused_for_a_stated_reason(response):
        return None
    return positive_data_acceptance(ctx, response, case)


@schemathesis.check
def invalid_requests_are_refused(ctx, response, case):
    # A form has texts only: one that is no list is a list of one.
    if is_left_out(case) or case.media_type == "application/x-www-form-urlencoded":
        return None
    try:
        return negative_data_rejection(ctx, response, case)
    except Failure as failure:
        places = re.findall(r"(\w+): Incorrect type|violates `(?:type|anyOf)` at (\S+)", failure.message)
        if places and all(LENIENT.intersection([name, *path.split("/")]) for name, path in places):
            return None
        raise
