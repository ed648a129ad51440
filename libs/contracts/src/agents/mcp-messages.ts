import type { AppError, ErrorCode } from '../core/errors';
import type { HttpAnswer } from '../core/http-binding';
import type { Input } from '../core/input';
import type { McpAnswer, McpError, McpHeaders, McpMessage, McpReply } from './mcp/mcp.dto';

/** Codes of errors, by JSON-RPC 2.0 and as servers of the protocol use them. */
const codes = { parse: -32_700, method: -32_601, internal: -32_603, server: -32_000 } as const;

/** Pure. A list of messages as a body, which is an object. */
export function mcpBodyOf(json: unknown): unknown {
  return Array.isArray(json) ? { batch: json } : json;
}

/** Pure. The messages of a body as they were sent. */
export function mcpMessagesIn({ batch, ...message }: McpMessage): unknown {
  return batch ?? message;
}

/** How ids of sessions begin whose client takes questions to its user. */
export const ELICITING_SESSION = 'elicit.';
/** Header with the id of a session. */
export const MCP_SESSION_HEADER = 'mcp-session-id';

/**
 * Pure. Whether a call is answered with a stream of events: its caller reads one, and wants to see how the call
 * proceeds or can be asked.
 */
export function wantsMcpEvents({
  headers,
  body,
}: Pick<Input<unknown, unknown, McpHeaders, McpMessage>, 'headers' | 'body'>): boolean {
  const { accept = '', [MCP_SESSION_HEADER]: session = '' } = headers;
  if (!accept.includes('text/event-stream') || !accept.includes('application/json')) return false;
  const calls = [mcpMessagesIn(body)].flat().filter((message) => foreignMember(message, 'method') === 'tools/call');
  return calls.some((call) => session.startsWith(ELICITING_SESSION) || wantsProgress(call));
}

function wantsProgress(message: unknown): boolean {
  return foreignMember(foreignMember(foreignMember(message, 'params'), '_meta'), 'progressToken') !== undefined;
}

/** Of a foreign value, whatever it is. */
function foreignMember(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

/** Pure. A refusal as JSON-RPC. A body that is no message has the code of one that cannot be parsed. */
export function mcpRefusal(error: AppError): HttpAnswer {
  const isUnreadable = error.code === 'invalid_request';
  const said = isUnreadable ? { code: codes.parse, message: `Parse error: ${error.message}` } : saidBy(error);
  const body: McpAnswer = { jsonrpc: '2.0', error: said, id: null };
  return { ...(isUnreadable && { status: 400 }), body };
}

function saidBy({ code, message, details: { detail } }: AppError): McpError {
  // Of a refusal by the protocol, it is the error as the protocol says it.
  const own = foreignMember(detail, 'code');
  return { code: typeof own === 'number' ? own : (codeOf[code] ?? codes.server), message };
}

const codeOf: Readonly<Partial<Record<ErrorCode, number>>> = {
  method_not_allowed: codes.method,
  internal: codes.internal,
};

/** Pure. What is written of a reply. */
export function mcpAnswerOf({ status, message, session }: McpReply): HttpAnswer {
  const headers = session === undefined ? undefined : { [MCP_SESSION_HEADER]: session };
  return { ...(status !== undefined && { status }), ...(headers && { headers }), body: message };
}

/** Pure. Replies as one document: those with messages, or the one that has none. */
export function mcpAnswerOfAll(replies: readonly McpReply[]): HttpAnswer {
  const said = replies.find(({ message, status }) => message !== undefined || status !== undefined);
  return mcpAnswerOf(said ?? {});
}
