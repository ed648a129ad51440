import { operation } from '../../core/operation';
import { IndexDamage, IndexDamageNoted } from './index-damage.dto';

/** Ignores indexes that were dropped a moment ago, and those that are absent because the box has no content. */
export const reportIndexDamage = operation({
  name: 'kb.index.report-damage',
  summary: 'Have an index that is damaged or missing filled again',
  body: IndexDamage,
  answer: IndexDamageNoted,
  deadlineMs: 10_000,
});
