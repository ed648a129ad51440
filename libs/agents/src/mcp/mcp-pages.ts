import { AppError } from '@lectern/contracts/core';
import type { OfferedPage } from './mcp-offer';

/** Characters of JSON on a page; one item more may be on it. */
const PAGE_CHARS_MAX = 1024 ** 2;
const CURSOR = /^\d{1,9}$/;

/** The place in a list at which a page begins. @throws AppError `bad_request` for a cursor that no server gave */
export function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!CURSOR.test(cursor)) throw new AppError('bad_request', 'Invalid cursor');
  return Number(cursor);
}

/** The page of a list that begins at a cursor. @throws AppError as `placeOf` */
export function pageAt<T>(all: readonly T[], cursor: string | undefined): OfferedPage<T> {
  const begin = placeOf(cursor);
  let end = begin;
  for (let chars = 0; end < all.length && chars < PAGE_CHARS_MAX; end++) chars += JSON.stringify(all[end]).length;
  return { items: all.slice(begin, end), ...(end < all.length && { nextCursor: String(end) }) };
}
