import { failsWithoutRoom, type Failures } from '../core/failures';

/** Of operations that add to the processing queue. */
export const failsOfProcessing: Failures = {
  ...failsWithoutRoom,
  rate_limited: 'Too many requests, or too much waits to be processed; `Retry-After` says when to try again.',
};

/** Faults of the fields of a request. */
export const INVALID_FIELDS =
  'The request is not valid, a text with the format JSON is not JSON, or an inline file has no name, no content, or ' +
  'another MD5 than it says.';

/** Faults of key-value fields. */
export const INVALID_KEY_VALUES =
  'A key-value field has no schema, a key that its schema does not have, a value of another type, or lacks a required ' +
  'key.';

/** Of requests with inline files. */
export const INLINE_FILE_TOO_LARGE = 'The request is larger than the limit, or an inline file is larger than 64 MiB.';

/** Of documents that are read while they are sent. */
export const failsOfLongReads: Failures = {
  unavailable: 'A part of the server cannot answer now, or a large field changed while it was read: read it again.',
};

/** Of operations on one field. */
export const FIELD_NOT_FOUND =
  'The knowledge box, the resource or the field does not exist, or the caller may not know of it.';
