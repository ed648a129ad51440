import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy, streamOperation } from '../../core/operation';
import { a2aAnswerOf, a2aAnswerOfAll, wantsA2aEvents } from '../a2a-messages';
import { mcpRefusal } from '../mcp-messages';
import { McpAnswer } from '../mcp/mcp.dto';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS } from '../policies';
import { A2aAgentCard, A2aCardHeaders, A2aHeaders, A2aMessage, A2aReply } from './a2a.dto';

/** Bytes of a message. */
export const A2A_MESSAGE_SIZE_BYTES_MAX = 1_048_576;
/** Between two signs of life of a task. */
const TASK_DEADLINE_MS = 120_000;

/** Other agents, which have keys of their own. */
const asksAgent: Policy = { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'agent' };

/**
 * The card of an agent by the A2A protocol: where it takes messages, how callers authenticate, and its workflows as
 * skills. It serves the versions 1.0 and 0.3. Unlike other cards, it needs a credential.
 */
export const getA2aAgentCard = operation({
  name: 'agents.a2a.card',
  summary: 'Get the A2A card of an agent',
  http: {
    method: 'GET',
    path: '/api/v1/agent/{agent_id}/.well-known/agent-card.json',
    host: 'zone',
    success: 200,
    tellsOrigin: true,
  },
  policy: asksAgent,
  params: AgentTarget,
  headers: A2aCardHeaders,
  answer: A2aAgentCard,
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * Takes messages of the A2A protocol as JSON-RPC 2.0: `SendMessage`, `SendStreamingMessage`, `GetTask`, `CancelTask`,
 * `SubscribeToTask`, and their names of version 0.3 (`message/send` …). A task is an interaction, a context a session
 * of the agent; without a `contextId` an agent with a memory begins a session, and one without uses `ephemeral`. Texts
 * are the question; `workflow_id` and `arguments` of the metadata choose a workflow and fill its parameters. A task
 * whose agent asks back needs input: the next message with its `taskId` answers. Methods that stream are answered with
 * events.
 */
export const callA2aAgent = streamOperation({
  name: 'agents.a2a.call',
  feature: 'generative',
  summary: 'Send an A2A message to an agent',
  http: {
    method: 'POST',
    path: '/api/v1/agent/{agent_id}/a2a',
    host: 'zone',
    success: 200,
    tellsHeaders: true,
    tellsOrigin: true,
    reply: 'events',
    bodySizeBytesMax: A2A_MESSAGE_SIZE_BYTES_MAX,
    refusal: mcpRefusal,
    refusalWrites: McpAnswer,
    respond: a2aAnswerOf,
    // Checked against this class.
    collect: {
      when: ({ body }) => !wantsA2aEvents(body as A2aMessage | undefined),
      into: a2aAnswerOfAll,
      writes: McpAnswer,
    },
  },
  policy: asksAgent,
  params: AgentTarget,
  headers: A2aHeaders,
  body: A2aMessage,
  answer: A2aReply,
  fails: { ...failsWithoutRoom, too_large: 'The message has more than 1 MiB.' },
  deadlineMs: TASK_DEADLINE_MS,
});
