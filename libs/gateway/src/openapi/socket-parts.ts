import type { AnySocket, Constructor, JsonSchema, SchemaBook } from '@lectern/contracts/core';
import type { HttpOperation } from '../operation/http-operation';
import type { HttpSocket } from '../operation/http-socket';
import type { AnswerBook } from './answer-book';

const UPGRADED = 101;
const UPGRADE_REQUIRED = 426;

/** The request that opens a socket, as an operation: OpenAPI knows no other. */
export function asOperation({ declared, endpoint }: HttpSocket): HttpOperation {
  const { http, ...parts } = declared;
  const opening = {
    ...parts,
    endpoint,
    http: { ...http, path: endpoint.path, method: 'GET', success: UPGRADED },
    deadlineMs: 0,
  } as const;
  // What goes in is erased, as in `httpOperations`; nothing is answered.
  return opening as unknown as HttpOperation;
}

/** Responses to that request, besides those of failures. */
export const upgradeResponses: Readonly<Record<string, JsonSchema>> = {
  [UPGRADED]: { description: 'The WebSocket is open: `x-websocket` describes its messages and frames' },
  [UPGRADE_REQUIRED]: {
    description: 'The request does not ask for a WebSocket.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  },
};

/** What is said over a socket: messages of the client by kind, and frames of the server. All are JSON texts. */
export function dialogueOf(socket: AnySocket, requests: SchemaBook, answers: AnswerBook): JsonSchema {
  const messages = Object.entries(socket.messages).map(([kind, handling]) => [
    kind,
    messageOf(socket, kind, 'takes' in handling ? requests.refer(handling.takes) : { type: 'object' }),
  ]);
  return { messages: Object.fromEntries(messages), frames: answers.refer(socket.frames) };
}

/** Of sockets that do not find out the kind of a message themselves, it is the member `type`. */
function messageOf({ kindOf }: AnySocket, kind: string, schema: JsonSchema): JsonSchema {
  if (kindOf) return schema;
  return { allOf: [schema, { type: 'object', properties: { type: { const: kind } }, required: ['type'] }] };
}

/** Classes of messages. */
export function messageTypes({ messages }: AnySocket): readonly Constructor[] {
  return Object.values(messages).flatMap((handling) => ('takes' in handling ? [handling.takes] : []));
}
