import { AppError } from '@lectern/contracts/core';
import {
  APPROXIMATE_WORDS_MAX,
  HITS_MAX,
  IDS_MAX,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
} from './keyword-index';
import { wordsOfTerms } from './keyword-words';

/** @throws AppError `invalid_request` for numbers out of range, too many approximate words or ids */
export function checkQuery({ limit, countMax = 0, approximate = [], ids = [] }: KeywordQuery): void {
  checkNumber('hits', limit, HITS_MAX);
  checkNumber('matches counted', countMax, MATCHES_COUNTED_MAX);
  checkNumber('ids', ids.length, IDS_MAX);
  if (approximate.length > APPROXIMATE_WORDS_MAX)
    throw new AppError('invalid_request', `At most ${APPROXIMATE_WORDS_MAX} words can be looked for approximately`);
}

/** Whether a query has nothing to rank paragraphs by. */
export function isUnranked({
  terms,
  phrases,
  approximate = [],
}: Pick<KeywordQuery, 'terms' | 'phrases' | 'approximate'>): boolean {
  return wordsOfTerms([...terms, ...phrases.flat(), ...approximate.map(({ word }) => word)]).length === 0;
}

/** The answer when nothing is indexed. */
export function noHits({ countMax }: KeywordQuery): KeywordHits {
  return { hits: [], more: false, ...(countMax !== undefined && { total: 0 }) };
}

function checkNumber(what: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  throw new AppError('invalid_request', `The number of ${what} is from 0 to ${max}, not ${value}`);
}
