import type { ErrorCode } from './errors';

/** When an operation fails, by code, in sentences for the interface document. */
export type Failures = Readonly<Partial<Record<ErrorCode, string>>>;

/** Of every operation that stores something. */
export const failsWithoutRoom: Failures = { storage_full: 'There is no room left to store it. Nothing was stored.' };

/** The text of a cursor that no earlier answer gave. */
export const BAD_CURSOR = 'The request is not valid, or the cursor does not come from this list.';
