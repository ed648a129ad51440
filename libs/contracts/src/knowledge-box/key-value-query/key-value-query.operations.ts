import { operation } from '../../core/operation';
import { KeyValueMatches, KeyValueSearch } from './key-value-query.dto';

/**
 * Does not look at who may see the resources.
 *
 * @throws AppError `invalid_query` when the schemas do not allow the condition, or it keeps too many resources;
 *   `deadline_exceeded`
 */
export const matchKeyValues = operation({
  name: 'kb.key-values.match',
  summary: 'List resources whose key-value fields fulfil a condition',
  body: KeyValueSearch,
  answer: KeyValueMatches,
  deadlineMs: 10_000,
});
