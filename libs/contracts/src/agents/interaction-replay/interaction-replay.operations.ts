import { operation } from '../../core/operation';
import { configuresAgent } from '../policies';
import { TimelineTarget } from '../timeline/timeline.dto';
import { InteractionReplay } from './interaction-replay.dto';

/** As long as a pod has to end. */
const REPLAY_DEADLINE_MS = 120_000;

/**
 * Asks the recorded question again, with the recorded arguments and history, and compares how it went. The workflow
 * runs as it is now, with the rights of the caller: models are asked, and addresses are called. Nothing is added to the
 * session, and the run is not recorded. A run that fails is a difference. A caller that leaves ends it.
 */
export const replayInteraction = operation({
  name: 'agents.timeline.replay',
  feature: 'generative',
  summary: 'Run an interaction of an agent again',
  http: {
    method: 'POST',
    path: '/api/v1/agent/{agent_id}/interaction/{interaction_id}/replay',
    host: 'zone',
    success: 200,
  },
  policy: configuresAgent,
  params: TimelineTarget,
  answer: InteractionReplay,
  fails: {
    not_found: 'The agent has no such interaction, or it is no longer kept; or its workflow is gone.',
    invalid_request: 'The request was too large to be kept whole, or no longer fits the workflow; `detail` says which.',
    rate_limited: 'The agent or the caller has as many interactions as it can have.',
  },
  deadlineMs: REPLAY_DEADLINE_MS,
});
