import { operation } from '../../core/operation';
import { task } from '../../core/task';
import { DeletedAgent } from './agent-purge.dto';

/** Removes the configuration of a deleted agent with its secrets, and ends its interactions. Safe to repeat. */
export const purgeAgent = operation({
  name: 'agents.agent.purge',
  summary: 'Remove what is left of a deleted agent',
  body: DeletedAgent,
  deadlineMs: 30_000,
});

/** Removes what requests stored that were under way when the agent was deleted. */
export const purgeAgentAgain = task<DeletedAgent>({
  name: 'purgeAgentAgain',
  attemptsMax: 25,
  timeoutMs: 60_000,
  worksWithoutRoom: true,
});
