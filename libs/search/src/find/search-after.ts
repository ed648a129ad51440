import { createHash } from 'node:crypto';
import { invalidRequest, isObject } from '@lectern/contracts/core';
import { FindRequest } from '@lectern/contracts/search';
import type { KeywordCursor } from '../query/keyword-page';

/** Maximum number of paragraph ids in a token: the number that two requests can show. */
const SKIPPED_MAX = 1_000;

/** Identifies the list that a token belongs to. */
export interface PagedQuery {
  readonly kbid: string;
  readonly query: string;
}

/** A find with a token continues by keyword only, in keyword order; it may include relations. */
export function furtherPage(request: FindRequest): FindRequest {
  if (!request.search_after) return request;
  const isWithRelations = request.features.includes('relations');
  return Object.assign(new FindRequest(), request, {
    features: isWithRelations ? ['keyword', 'relations'] : ['keyword'],
    graph_query: undefined,
    rephrase: false,
    reranker: 'noop',
    rank_fusion: 'rrf',
  });
}

/** Encodes a position as an opaque token that is valid only for the same query. */
export function searchAfterToken(cursor: KeywordCursor, paged: PagedQuery): string {
  return Buffer.from(JSON.stringify({ of: digest(paged), ...cursor })).toString('base64');
}

/** @throws AppError `invalid_request` for a token that no find of this query returned */
export function readSearchAfter(token: string, paged: PagedQuery): KeywordCursor {
  const read = parsed(token);
  if (!isToken(read)) throw refused(token, 'search_after is not a token that a find returned');
  if (read.of !== digest(paged)) throw refused(token, 'search_after is a token of another query');
  return { ...(read.after && { after: read.after }), skip: read.skip };
}

interface Token extends KeywordCursor {
  readonly of: string;
}

function isToken(value: unknown): value is Token {
  if (!isObject(value) || typeof value['of'] !== 'string') return false;
  const { after, skip } = value;
  if (!Array.isArray(skip) || skip.length > SKIPPED_MAX || skip.some((id) => typeof id !== 'string')) return false;
  if (after === undefined) return true;
  return isObject(after) && typeof after['id'] === 'string' && isPosition(after['place']);
}

function isPosition(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

function digest({ kbid, query }: PagedQuery): string {
  return createHash('sha256')
    .update(JSON.stringify([kbid, query]))
    .digest('hex')
    .slice(0, 16);
}

function refused(input: string, reason: string) {
  const msg = `Value error, ${reason}`;
  return invalidRequest([{ type: 'value_error', loc: ['body', 'search_after'], msg, input }]);
}
