import { operation } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent } from '../policies';
import { EndedInteractions, InteractionTimeline, TimelinesQuery, TimelineTarget } from './timeline.dto';

/**
 * Returns the interactions of an agent that have ended, newest first. One appears up to a few seconds after its last
 * frame, and is kept as long as the activity log.
 */
export const listTimelines = operation({
  name: 'agents.timeline.list',
  summary: 'List the interactions of an agent',
  http: { method: 'GET', path: '/api/v1/agent/{agent_id}/interactions', host: 'zone', success: 200 },
  policy: configuresAgent,
  params: AgentTarget,
  query: TimelinesQuery,
  answer: EndedInteractions,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Returns how an interaction went: when each module ran, for how long, which models and sources it asked. */
export const getTimeline = operation({
  name: 'agents.timeline.get',
  summary: 'Get the timeline of an interaction',
  http: { method: 'GET', path: '/api/v1/agent/{agent_id}/interaction/{interaction_id}', host: 'zone', success: 200 },
  policy: configuresAgent,
  params: TimelineTarget,
  answer: InteractionTimeline,
  fails: { not_found: 'The agent has no such interaction, or it has not ended yet, or is no longer kept.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Forgets interactions that are older than they are kept. */
export const removeOldTimelines = scheduledTask(
  'removeOldTimelines',
  { intervalMs: 60 * 60_000 },
  { worksWithoutRoom: true },
);
