import { AppError, type IndexFilter } from '@lectern/contracts/core';
import {
  type Exclusions,
  HITS_MAX,
  KeywordIndex,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
} from '@lectern/keyword-index';
import type { QueryClause } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { Degradation, type LegFailure } from '../degradation/degradation';
import { type FieldHit, fieldOf, fieldsOf, joinedFields } from './field-hits';
import { excludesNothing } from './keyword-leg';

/** Fields per search for a word. */
const FIELDS_AT_ONCE = 2_000;
/** Words and phrases searched concurrently, before the candidate fields for the others are known. */
const CLAUSES_AT_ONCE = 16;

const EVERYTHING: QueryClause = { terms: [], phrases: [] };

/** Fields that contain all words of a query. */
export interface FulltextHits extends Partial<LegFailure> {
  /** In the requested order. */
  readonly fields: readonly FieldHit[];
}

/** A field that contains an excluded word anywhere is removed. */
export interface FulltextQuery extends Exclusions {
  /** All of them must match; an empty list matches every field. */
  readonly clauses: readonly QueryClause[];
  readonly filter?: IndexFilter;
  readonly minScore: number;
  readonly order?: KeywordQuery['order'];
  readonly signal: AbortSignal;
}

/**
 * Finds fields that contain all words of a query, anywhere in the field. The index stores paragraphs, so each word is
 * searched separately and the results are intersected by field. The result is exact if the rarest word is in at most
 * 5,000 paragraphs; beyond that, the best fields are found.
 */
@Injectable()
export class FulltextLeg {
  constructor(
    private readonly keywords: KeywordIndex,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `invalid_query`, `invalid_request`, `cancelled` */
  async search(kbid: string, query: FulltextQuery): Promise<FulltextHits> {
    try {
      return { fields: await this.fields(kbid, query) };
    } catch (error) {
      return { fields: [], ...this.degradation.withoutLeg('keyword', error) };
    }
  }

  private async fields(kbid: string, query: FulltextQuery): Promise<readonly FieldHit[]> {
    const { order, signal, excluded, excludedPhrases = [] } = query;
    const clauses = query.clauses.length > 0 ? query.clauses : [EVERYTHING];
    const find = (clause: QueryClause, within: readonly IndexFilter[] = [], how: Partial<KeywordQuery> = { order }) =>
      this.keywords.search(kbid, {
        ...clause,
        excluded: [],
        filter: { all: [...(query.filter ? [query.filter] : []), ...within] },
        limit: HITS_MAX,
        signal,
        ...how,
      });
    const count = async (clause: QueryClause) => {
      try {
        return (await find(clause, [], { limit: 0, countMax: MATCHES_COUNTED_MAX })).total;
      } catch (error) {
        this.degradation.goOnWithout('counts', error);
        return undefined;
      }
    };
    const first = clauses.slice(0, CLAUSES_AT_ONCE);
    const all = await Promise.all(first.map((clause) => find(clause, [], { order, excluded, excludedPhrases })));
    // If every word is too frequent, the rarest one, by count, selects the best fields.
    const isCounted = all.length > 1 && all.every(({ more }) => more);
    const counts = isCounted ? await Promise.all(first.map(count)) : [];
    const found = all.map((hits, i) => ({ ...hits, total: counts[i] }));
    const [rarest = { hits: [], more: false }, ...others] = byRarity(found);
    const within = (clause: QueryClause) => (filter: IndexFilter) => find(clause, [filter]);
    let fields = fieldsOf(rarest.hits);
    for (const other of others) {
      const clause = first[found.indexOf(other)];
      if (!clause) throw new AppError('internal', 'A word was found that was not looked for');
      fields = joinedFields(fields, other.more ? await withinFields(fields, within(clause)) : fieldsOf(other.hits));
    }
    for (const clause of clauses.slice(CLAUSES_AT_ONCE))
      fields = joinedFields(fields, await withinFields(fields, within(clause)));
    if (!excludesNothing(query)) {
      const unwanted = within({ terms: excluded, phrases: excludedPhrases });
      fields = without(fields, await withinFields(fields, unwanted));
    }
    const kept = fields.filter(({ score }) => score >= query.minScore);
    return query.order ? kept : kept.toSorted((a, b) => b.score - a.score || (fieldOf(a) < fieldOf(b) ? -1 : 1));
  }
}

/**
 * The fields that match. If the query is in more paragraphs than are read, the fields are searched in smaller groups.
 */
async function withinFields(
  fields: readonly FieldHit[],
  find: (filter: IndexFilter) => Promise<KeywordHits>,
  atOnce = FIELDS_AT_ONCE,
): Promise<readonly FieldHit[]> {
  const found: FieldHit[] = [];
  for (let from = 0; from < fields.length; from += atOnce) {
    const some = fields.slice(from, from + atOnce);
    const { hits, more } = await find({ resourceFields: some.map(fieldOf) });
    const isAll = !more || some.length === 1;
    found.push(...(isAll ? fieldsOf(hits) : await withinFields(some, find, Math.ceil(some.length / 4))));
  }
  return found;
}

function without(fields: readonly FieldHit[], others: readonly FieldHit[]): readonly FieldHit[] {
  const out = new Set(others.map(fieldOf));
  return fields.filter((field) => !out.has(fieldOf(field)));
}

function byRarity<T extends KeywordHits>(found: readonly T[]): readonly T[] {
  const rarity = ({ more, hits, total = hits.length }: T) => total + (more ? HITS_MAX : 0);
  return found.toSorted((a, b) => rarity(a) - rarity(b));
}
