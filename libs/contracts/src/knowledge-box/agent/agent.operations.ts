import { operation } from '../../core/operation';
import { TargetAccess, TargetAccessQuery } from '../../core/target-access';
import { AgentDescription, AgentReference } from './agent.dto';

/** Returns what decides whether a request to an agent is let through. @throws AppError `not_found` */
export const resolveAgentAccess = operation({
  name: 'kb.agent.resolve-access',
  summary: 'Find out who may do what with an agent',
  body: TargetAccessQuery,
  answer: TargetAccess,
  deadlineMs: 10_000,
});

/** Returns what an agent is. @throws AppError `not_found` when there is none, or it is a knowledge box only */
export const describeAgent = operation({
  name: 'kb.agent.describe',
  summary: 'Describe an agent',
  body: AgentReference,
  answer: AgentDescription,
  deadlineMs: 10_000,
});
