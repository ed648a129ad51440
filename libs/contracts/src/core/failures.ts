import type { ErrorCode } from './errors';

/** When an operation fails, by code, in sentences for the interface document. */
export type Failures = Readonly<Partial<Record<ErrorCode, string>>>;

/** Failures of every operation that writes. */
export const failsWithoutRoom: Failures = {
  storage_full: 'The server has no room left; nothing was changed. `Retry-After` says when to try again.',
};

/** The text of a cursor that no earlier answer gave. */
export const BAD_CURSOR = 'The request is not valid, or the cursor does not come from this list.';
