import { ChangeLogPruning } from './change-log-pruning';

/** The change log. */
export const changeParts = {
  providers: [ChangeLogPruning],
};
