import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { AgenticTarget } from '../agentic-config/agentic-config.dto';
import { AGENT_DEADLINE_MS, changesAgenticBox, readsAgenticBox } from '../policies';
import { AgenticSource, AgenticSourceBody, AgenticSourceChange, AgenticSources } from './agentic-source.dto';

const item = { path: '/api/v1/kb/{kbid}/sources/{id}', host: 'zone' } as const;
const unknown = { not_found: 'The knowledge box does not exist, or has no source with this id.' };

/** Returns all of them by id. A knowledge box has at most 100. */
export const listAgenticSources = operation({
  name: 'agents.agentic-source.list',
  summary: 'List the sources of a knowledge box',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/sources', host: 'zone', success: 200, member: 'sources' },
  policy: readsAgenticBox,
  params: KnowledgeBoxTarget,
  answer: AgenticSources,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** With all of its members: those that were not given have their defaults. */
export const getAgenticSource = operation({
  name: 'agents.agentic-source.get',
  summary: 'Get a source of a knowledge box',
  http: { ...item, method: 'GET', success: 200 },
  policy: readsAgenticBox,
  params: AgenticTarget,
  answer: AgenticSource,
  fails: unknown,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** The client chooses the id. Secrets are stored sealed, and never shown. */
export const createAgenticSource = operation({
  name: 'agents.agentic-source.create',
  summary: 'Create a source of a knowledge box',
  http: { ...item, method: 'POST', success: 201, reply: 'empty' },
  policy: changesAgenticBox,
  params: AgenticTarget,
  body: AgenticSourceBody,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The knowledge box has a source with this id.',
    quota_exceeded: 'The knowledge box has 100 sources.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Members that are given replace those of the source; others stay, headers one by one. */
export const changeAgenticSource = operation({
  name: 'agents.agentic-source.change',
  summary: 'Change a source of a knowledge box',
  http: { ...item, method: 'PATCH', success: 204, reply: 'empty' },
  policy: changesAgenticBox,
  params: AgenticTarget,
  body: AgenticSourceChange,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Configurations that name it fail until it is there again. */
export const deleteAgenticSource = operation({
  name: 'agents.agentic-source.delete',
  summary: 'Delete a source of a knowledge box',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: changesAgenticBox,
  params: AgenticTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});
