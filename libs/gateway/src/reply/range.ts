import type { ByteRange } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import parseRanges from 'range-parser';

const UNSATISFIABLE = -1;
/** The last bytes of a content. */
const SUFFIX = /^bytes=\s*-\s*0*[1-9]/;

/**
 * Reads a `Range` header.
 *
 * @returns undefined when the whole is wanted; the end is clipped to the last byte
 * @throws AppError `range_not_satisfiable`
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  if (header === undefined) return undefined;
  const refuse = (reason: string, message?: string) =>
    new AppError('range_not_satisfiable', message ?? reason, {
      detail: { reason, range: header, ...(message && { message }) },
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  if (header.includes(',')) throw refuse('rangeNotSupported', 'Multipart ranges are not supported yet');
  const text = header.trim();
  const ranges = parseRanges(sizeBytes, text);
  if (typeof ranges === 'object') {
    const [range] = ranges;
    if (ranges.type !== 'bytes' || !range) throw refuse('rangeNotParsable');
    return { start: range.start, end: range.end };
  }
  if (ranges !== UNSATISFIABLE || !text.startsWith('bytes=')) throw refuse('rangeNotParsable');
  // More of the last bytes than there are is all of them (RFC 9110, 14.1.2), which the library refuses.
  if (sizeBytes > 0 && SUFFIX.test(text)) return { start: 0, end: sizeBytes - 1 };
  throw refuse('invalidRange', 'Invalid range');
}
