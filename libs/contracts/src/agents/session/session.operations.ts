import { failsWithoutRoom } from '../../core/failures';
import { documentOperation, operation } from '../../core/operation';
import { failsOfLongReads } from '../../knowledge-box/failures';
import { Resource, ResourceList } from '../../knowledge-box/resource/resource.dto';
import { AgentTarget, SessionTarget } from '../params';
import { configuresAgent } from '../policies';
import { SessionCreated, SessionPayload, SessionsQuery } from './session.dto';

const DEADLINE_MS = 60_000;

const all = { path: '/api/v1/agent/{agent_id}/sessions', host: 'zone', success: 200 } as const;
const one = { path: '/api/v1/agent/{agent_id}/session/{session}', host: 'zone', success: 200 } as const;
const memoryless = { bad_request: 'The agent has no memory, so it keeps no sessions.' };
const unknown = { not_found: 'The agent has no such session.' };

/**
 * Creates a session, a resource in the memory of the agent: its text field `info` has the data, and questions with
 * their answers are appended to its conversation `qas`.
 */
export const createSession = operation({
  name: 'agents.session.create',
  summary: 'Create a session',
  http: { ...all, method: 'POST' },
  policy: configuresAgent,
  params: AgentTarget,
  body: SessionPayload,
  answer: SessionCreated,
  fails: {
    ...failsWithoutRoom,
    ...memoryless,
    invalid_request:
      'A member is missing or not valid, the agent has a session with this slug, or the slug is `ephemeral`.',
  },
  deadlineMs: DEADLINE_MS,
});

/** A page with the basic members of each session, ordered by id. */
export const listSessions = documentOperation({
  name: 'agents.session.list',
  summary: 'List the sessions of an agent',
  http: { ...all, method: 'GET' },
  policy: configuresAgent,
  params: AgentTarget,
  query: SessionsQuery,
  answer: ResourceList,
  fails: { ...failsOfLongReads, ...memoryless },
  deadlineMs: DEADLINE_MS,
});

/** The session as a resource, with its basic members and its values. */
export const getSession = documentOperation({
  name: 'agents.session.get',
  summary: 'Get a session',
  http: { ...one, method: 'GET' },
  policy: configuresAgent,
  params: SessionTarget,
  answer: Resource,
  fails: { ...failsOfLongReads, ...memoryless, ...unknown },
  deadlineMs: DEADLINE_MS,
});

/** Replaces name, summary and data. The slug stays. */
export const patchSession = operation({
  name: 'agents.session.patch',
  summary: 'Change a session',
  http: { ...one, method: 'PATCH', reply: 'null' },
  policy: configuresAgent,
  params: SessionTarget,
  body: SessionPayload,
  fails: { ...failsWithoutRoom, ...memoryless, ...unknown },
  deadlineMs: DEADLINE_MS,
});

/** It is gone at once; an interaction that runs in it ends with an error frame. */
export const deleteSession = operation({
  name: 'agents.session.delete',
  summary: 'Delete a session',
  http: { ...one, method: 'DELETE', reply: 'null' },
  policy: configuresAgent,
  params: SessionTarget,
  fails: { ...failsWithoutRoom, ...memoryless, ...unknown },
  deadlineMs: DEADLINE_MS,
});
