import { operation } from '../../core/operation';
import { KnowledgeBoxAccess, KnowledgeBoxAccessQuery } from './knowledge-box-access.dto';

/** Returns what decides whether a request is let through. @throws AppError `not_found` */
export const resolveKnowledgeBoxAccess = operation({
  name: 'kb.access.resolve',
  summary: 'Find out who may do what with a knowledge box',
  body: KnowledgeBoxAccessQuery,
  answer: KnowledgeBoxAccess,
  deadlineMs: 10_000,
});
