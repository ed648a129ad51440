import type { Policy } from '../core/operation';

/** For the account of the key: objects of other accounts do not exist. */
export const processesForAccount: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
/** Rows are read and written without asking a model. */
export const PROCESSING_DEADLINE_MS = 30_000;
/** The answer to a processing id that does not exist or belongs to another account. */
export const UNKNOWN_RECORD = 'The account has no such processing request, or it has expired.';
