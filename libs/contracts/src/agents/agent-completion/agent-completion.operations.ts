import type { AppError } from '../../core/errors';
import { failsWithoutRoom } from '../../core/failures';
import type { HttpAnswer } from '../../core/http-binding';
import { operation, type Policy, streamOperation } from '../../core/operation';
import {
  compatRefusal,
  CompatRefusal,
  completionDocument,
  wantsCompletion,
} from '../../understanding/completion-answer';
import { AgentTarget, SessionTarget } from '../params';
import { AGENT_DEADLINE_MS, usesAgent } from '../policies';
import {
  AgentCompletion,
  AgentCompletionChunk,
  AgentCompletionHeaders,
  AgentCompletionRequest,
  WorkflowModelList,
  CompletionTarget,
} from './agent-completion.dto';

/** Time between two pieces of an answer. */
const PIECE_DEADLINE_MS = 120_000;
const refusal = { refusal: compatRefusal, refusalWrites: CompatRefusal } as const;
/** Clients send any key as a bearer token. A path without a session is not for credentials of one session. */
const chats: Policy = { ...usesAgent, credentials: ['sa', 'user', 'pat'], bearer: 'any-key' };
const chatsInSession: Policy = { ...usesAgent, bearer: 'any-key' };

/**
 * Asks an agent in the format of the OpenAI API: its workflows are models. Returns one JSON document, or with `stream`
 * a stream of server-sent events: chunks, then `[DONE]`; an answer that fails midway ends with an event that has an
 * `error` instead. Sources are `annotations`, calls of tools are not shown. A caller that leaves ends the interaction.
 */
export const createAgentCompletion = streamOperation({
  name: 'agents.completion.create',
  summary: 'Ask an agent as an OpenAI-compatible model',
  feature: 'generative',
  http: {
    method: 'POST',
    path: '/api/v1/agent/{agent_id}/compat/chat/completions',
    host: 'zone',
    success: 200,
    reply: 'events',
    lastEvent: '[DONE]',
    failure: failedCompletion,
    collect: { when: wantsCompletion, into: agentCompletion, writes: AgentCompletion },
    tellsHeaders: true,
    ...refusal,
  },
  policy: chats,
  params: CompletionTarget,
  headers: AgentCompletionHeaders,
  body: AgentCompletionRequest,
  answer: AgentCompletionChunk,
  fails: {
    ...failsWithoutRoom,
    bad_request: 'A session is named, and the agent has no memory.',
    invalid_request: 'The request is not valid, or lacks an argument of the workflow; `error.message` says why.',
    not_found: 'The agent has no workflow with the id in `model`, or no such session.',
    provider_failed: 'The agent failed before the first piece of its answer.',
    rate_limited: 'The agent or the caller has as many interactions as it can have.',
  },
  deadlineMs: PIECE_DEADLINE_MS,
  doors: [
    {
      name: 'agents.completion.create-in-session',
      summary: 'Ask an agent as an OpenAI-compatible model, in a session',
      description:
        'The same as `agents.completion.create`. Question and answer are kept in the session; its history counts ' +
        'where the conversation has only the question.',
      http: { path: '/api/v1/agent/{agent_id}/session/{session}/compat/chat/completions' },
      policy: chatsInSession,
      params: CompletionTarget,
    },
  ],
});

/** Lists the workflows of an agent as models of the OpenAI API. */
export const listAgentModels = operation({
  name: 'agents.completion.list-models',
  summary: 'List the workflows of an agent as models',
  http: {
    method: 'GET',
    path: '/api/v1/agent/{agent_id}/compat/models',
    host: 'zone',
    success: 200,
    ...refusal,
  },
  policy: chats,
  params: AgentTarget,
  answer: WorkflowModelList,
  deadlineMs: AGENT_DEADLINE_MS,
  doors: [
    {
      name: 'agents.completion.list-models-in-session',
      summary: 'List the workflows of an agent as models, in a session',
      description: 'The same as `agents.completion.list-models`.',
      http: { path: '/api/v1/agent/{agent_id}/session/{session}/compat/models' },
      policy: chatsInSession,
      params: SessionTarget,
    },
  ],
});

/** Pure. The last event of an answer that failed midway; the clients throw it. */
function failedCompletion(error: AppError): unknown {
  return compatRefusal(error).body;
}

/** Pure. A whole answer as one document. */
function agentCompletion(chunks: readonly AgentCompletionChunk[]): HttpAnswer {
  const { body } = completionDocument(chunks.map((chunk) => ({ chunk })));
  const annotations = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.annotations ?? []));
  // The document has the one choice of these chunks.
  const document = body as AgentCompletion;
  const { choices: made, ...rest } = document;
  const choices = made.map(({ message, ...choice }) => ({ ...choice, message: { ...message, annotations } }));
  return { body: { ...rest, choices } };
}
