import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { AGENT_DEADLINE_MS, changesAgenticBox, readsAgenticBox } from '../policies';
import { AgenticConfig, AgenticConfigChange, AgenticConfigs, AgenticTarget } from './agentic-config.dto';

const item = { path: '/api/v1/kb/{kbid}/agentic_configs/{id}', host: 'zone' } as const;
const unknown = { not_found: 'The knowledge box does not exist, or has no configuration with this id.' };

/** Returns all of them by id. A knowledge box has at most 100. */
export const listAgenticConfigs = operation({
  name: 'agents.agentic-config.list',
  summary: 'List the agentic configurations of a knowledge box',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/agentic_configs', host: 'zone', success: 200, member: 'configs' },
  policy: readsAgenticBox,
  params: KnowledgeBoxTarget,
  answer: AgenticConfigs,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** With all of its members: those that were not given have their defaults. */
export const getAgenticConfig = operation({
  name: 'agents.agentic-config.get',
  summary: 'Get an agentic configuration',
  http: { ...item, method: 'GET', success: 200 },
  policy: readsAgenticBox,
  params: AgenticTarget,
  answer: AgenticConfig,
  fails: unknown,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** The client chooses the id. Sources that it names may be created later. */
export const createAgenticConfig = operation({
  name: 'agents.agentic-config.create',
  summary: 'Create an agentic configuration',
  http: { ...item, method: 'POST', success: 201, reply: 'empty' },
  policy: changesAgenticBox,
  params: AgenticTarget,
  body: AgenticConfig,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The knowledge box has a configuration with this id.',
    quota_exceeded: 'The knowledge box has 100 configurations.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Parts that are given replace those of the configuration, whole; others stay. */
export const changeAgenticConfig = operation({
  name: 'agents.agentic-config.change',
  summary: 'Change an agentic configuration',
  http: { ...item, method: 'PATCH', success: 204, reply: 'empty' },
  policy: changesAgenticBox,
  params: AgenticTarget,
  body: AgenticConfigChange,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Interactions that use it end as they began. */
export const deleteAgenticConfig = operation({
  name: 'agents.agentic-config.delete',
  summary: 'Delete an agentic configuration',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: changesAgenticBox,
  params: AgenticTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});
