import { operation } from '../../core/operation';
import { PurgedAccountRows } from './account-purge.dto';

/**
 * Removes all rows and files of a deleted account: configurations, models with their keys, strategies, policies, pushes
 * with their results, datasets, and files of backups. Safe to repeat.
 */
export const purgeAccountRows = operation({
  name: 'understanding.account.purge',
  summary: 'Remove what is left of a deleted account',
  body: PurgedAccountRows,
  deadlineMs: 25_000,
});
