import { type IndexFilter, invalidQuery, isObject } from '@lectern/contracts/core';
import type { LabelFilter } from '@lectern/contracts/search';

/** Fields whose text has a word or phrase, by the word or phrase as it was sent. */
export type Keywords = ReadonlyMap<string, IndexFilter>;

/** Words and phrases, or conditions on several. */
export type KeywordFilters = readonly (string | LabelFilter)[];

/** Deeper expressions are refused where requests are checked. */
const SEARCHED_LEVELS_MAX = 128;

/** Words and phrases that an expression names, each once, to be looked up before it is compiled. */
export function keywordsIn(expression: unknown): string[] {
  return [...new Set(searchedWords(expression, 0))];
}

/** The same of `keyword_filters`. */
export function keywordsOfFilters(filters: KeywordFilters): string[] {
  return [...new Set(filters.flatMap((filter) => (typeof filter === 'string' ? [filter] : filterMembers(filter))))];
}

/** All of them must hold. @throws AppError `invalid_query` for a word that was not looked up */
export function compileKeywordFilters(filters: KeywordFilters, found: Keywords): IndexFilter[] {
  const fields = (words: readonly string[]) => words.map((word) => keywordFields(word, found));
  return filters.map((filter): IndexFilter => {
    if (typeof filter === 'string') return keywordFields(filter, found);
    const { all, any, none, not_all: notAll } = filter;
    if (all) return { all: fields(all) };
    if (any) return { any: fields(any) };
    return none ? { not: { any: fields(none) } } : { not: { all: fields(notAll ?? []) } };
  });
}

/** @throws AppError `invalid_query` for a word that was not looked up */
export function keywordFields(word: string, found: Keywords): IndexFilter {
  const fields = found.get(word);
  if (!fields) throw invalidQuery('keyword', 'Words cannot be asked here');
  return fields;
}

function filterMembers({ all, any, none, not_all: notAll }: LabelFilter): readonly string[] {
  return [all, any, none, notAll].flatMap((words) => words ?? []);
}

function searchedWords(expression: unknown, depth: number): string[] {
  if (depth > SEARCHED_LEVELS_MAX) return [];
  if (Array.isArray(expression)) return expression.flatMap((item) => searchedWords(item, depth + 1));
  if (!isObject(expression)) return [];
  const own = expression.prop === 'keyword' && typeof expression.word === 'string' ? [expression.word] : [];
  return [...own, ...Object.values(expression).flatMap((value) => searchedWords(value, depth + 1))];
}
