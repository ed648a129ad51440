import type { ByteRange } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts';

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
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) throw refuse('rangeNotParsable');
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start > end || start >= sizeBytes) throw refuse('invalidRange', 'Invalid range');
  return { start, end };
}
