import { type Failures, failsWithoutRoom } from '../../core/failures';
import type { HttpBinding } from '../../core/http-binding';
import { operation, type Policy, type Refusal, streamOperation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  MCP_SESSION_HEADER,
  mcpAnswerOf,
  mcpAnswerOfAll,
  mcpBodyOf,
  mcpRefusal,
  wantsMcpEvents,
} from '../mcp-messages';
import { SessionTarget } from '../params';
import { AGENT_DEADLINE_MS, usesAgent } from '../policies';
import { McpAnswer, McpHeaders, McpMessage, McpReply } from './mcp.dto';

/** Bytes of a message, or of a list of them. */
export const MCP_MESSAGE_SIZE_BYTES_MAX = 1_048_576;
/** From the first byte of a message to a box to the last one of its answer. */
const BOX_DEADLINE_MS = 120_000;
/** Between two signs of life of a run. */
const RUN_DEADLINE_MS = 120_000;

const box = { path: '/api/v1/kb/{kbid}/mcp', host: 'zone' } as const;
const session = { path: '/api/v1/agent/{agent_id}/session/{session}/mcp', host: 'zone' } as const;

const readsBox: Policy = { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' };

const errors = { protectedResource: true, refusal: mcpRefusal, refusalWrites: McpAnswer } as const;
const call = {
  ...errors,
  method: 'POST',
  success: 200,
  alsoAnswers: [202],
  bodyOfJson: mcpBodyOf,
  bodySizeBytesMax: MCP_MESSAGE_SIZE_BYTES_MAX,
} as const;
const stream = { ...errors, method: 'GET', success: 200 } as const;
const close = { ...errors, method: 'DELETE', success: 200, reply: 'null' } as const;

const fails: Failures = {
  bad_request: 'The message is no JSON-RPC 2.0, or of a version of the protocol that the server does not know.',
  not_acceptable: '`Accept` does not name `application/json` and `text/event-stream`.',
  unsupported_media_type: 'The message is not sent as `application/json`.',
  too_large: 'The message has more than 1 MiB.',
};

const withoutStream: Refusal = {
  code: 'method_not_allowed',
  message: 'Method not allowed: this server opens no stream of its own',
  headers: { Allow: 'POST, DELETE' },
};

/** Pure. For clients: the reply that an answer was made of. */
const read: HttpBinding['read'] = (message, status): McpReply => ({ status, message });

/**
 * A server of the Model Context Protocol (streamable HTTP, stateless) for a knowledge box. Takes messages of JSON-RPC
 * 2.0: requests are answered with JSON, notifications with 202. Tools search the box (`search_documents`) and read it
 * (`get_document`, `batch_get_documents`, `list_documents`); its resources are the documents of the box.
 */
export const callKnowledgeBoxMcp = operation({
  name: 'agents.mcp.call-box',
  feature: 'generative',
  summary: 'Send a message to the MCP server of a knowledge box',
  http: { ...box, ...call, respond: mcpAnswerOf, read, writes: McpAnswer },
  policy: readsBox,
  params: KnowledgeBoxTarget,
  headers: McpHeaders,
  body: McpMessage,
  answer: McpReply,
  fails,
  deadlineMs: BOX_DEADLINE_MS,
});

/** The server has no stream of its own. The answer is 405, which clients expect from servers without one. */
export const openKnowledgeBoxMcpStream = operation({
  name: 'agents.mcp.open-box-stream',
  summary: 'Open a stream of the MCP server of a knowledge box',
  http: { ...box, ...stream },
  policy: readsBox,
  params: KnowledgeBoxTarget,
  refuses: withoutStream,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** The server keeps no sessions, so that there is nothing to end. */
export const closeKnowledgeBoxMcpSession = operation({
  name: 'agents.mcp.close-box-session',
  summary: 'End a session with the MCP server of a knowledge box',
  http: { ...box, ...close },
  policy: readsBox,
  params: KnowledgeBoxTarget,
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * A server of the Model Context Protocol (streamable HTTP, stateless) for a session of an agent. Its tools are the
 * workflows of the agent, and a call asks the agent in the session. Requests are answered with JSON, notifications with
 * 202. A call with a progress token is answered with a stream of events: a notification for every step, and the result.
 * The answer to `initialize` has an `Mcp-Session-Id`, which says what the client can do; no server keeps it. A client
 * that sends it and has declared `elicitation` gets the questions of modules on the stream of its call, as
 * `elicitation/create`, and answers them with further messages. `notifications/cancelled` ends the run of a request,
 * and so does hanging up.
 */
export const callAgentMcp = streamOperation({
  name: 'agents.mcp.call',
  feature: 'generative',
  summary: 'Send a message to the MCP server of an agent',
  http: {
    ...session,
    ...call,
    tellsHeaders: true,
    reply: 'events',
    respond: mcpAnswerOf,
    answerHeaders: { [MCP_SESSION_HEADER]: 'Of an answer to `initialize`: the id that further messages carry.' },
    collect: { when: isAnsweredAtOnce, into: mcpAnswerOfAll, writes: McpAnswer },
  },
  policy: usesAgent,
  params: SessionTarget,
  headers: McpHeaders,
  body: McpMessage,
  answer: McpReply,
  fails: {
    ...fails,
    ...failsWithoutRoom,
    bad_request:
      'The message is no JSON-RPC 2.0, is of an unknown version of the protocol, or answers what no run of the caller asks.',
    not_found: 'The agent has no such session, or the id of the session of the protocol belongs to another caller.',
  },
  // What users answer, without which runs do not end.
  worksWithoutRoom: ['jsonrpc', 'id', 'result', 'error'],
  deadlineMs: RUN_DEADLINE_MS,
});

/** The server has no stream of its own. The answer is 405, which clients expect from servers without one. */
export const openAgentMcpStream = operation({
  name: 'agents.mcp.open-stream',
  summary: 'Open a stream of the MCP server of an agent',
  http: { ...session, ...stream },
  policy: usesAgent,
  params: SessionTarget,
  refuses: withoutStream,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** The server keeps no sessions of the protocol, so that there is nothing to end. The session of the agent stays. */
export const closeAgentMcpSession = operation({
  name: 'agents.mcp.close-session',
  summary: 'End a session with the MCP server of an agent',
  http: { ...session, ...close },
  policy: usesAgent,
  params: SessionTarget,
  deadlineMs: AGENT_DEADLINE_MS,
});

function isAnsweredAtOnce({ headers, body }: { readonly headers: unknown; readonly body: unknown }): boolean {
  // Both were checked against these classes.
  return !wantsMcpEvents({ headers: headers as McpHeaders, body: body as McpMessage });
}
