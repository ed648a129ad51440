import { operation } from '../../core/operation';
import { HeldRight, HeldRightQuery } from './held-right.dto';

/**
 * Returns the role that the holder of a credential has, for work that was stored with its rights.
 *
 * @throws AppError `not_found` when the target is gone, `unavailable`
 */
export const readHeldRight = operation({
  name: 'kb.held-right.read',
  summary: 'Find out which role a credential still has',
  body: HeldRightQuery,
  answer: HeldRight,
  deadlineMs: 10_000,
});
