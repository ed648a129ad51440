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

/** Fields that a word may be looked for in at once. */
const FIELDS_AT_ONCE = 2_000;
/** Words and phrases that are looked for at once, before it is known in which fields the others may be. */
const CLAUSES_AT_ONCE = 16;

const EVERYTHING: QueryClause = { terms: [], phrases: [] };

/** Fields with all words of a query. */
export interface FulltextHits extends Partial<LegFailure> {
  /** In the order wanted. */
  readonly fields: readonly FieldHit[];
}

/** A field that has what is excluded, anywhere, is left out. */
export interface FulltextQuery extends Exclusions {
  /** All of them must be there; none keeps every field. */
  readonly clauses: readonly QueryClause[];
  readonly filter?: IndexFilter;
  readonly minScore: number;
  readonly order?: KeywordQuery['order'];
  readonly signal: AbortSignal;
}

/**
 * Fields that have all words of a query, wherever in the field they stand. The index holds paragraphs, so each word is
 * looked for by itself, and the fields that have every one of them are what is found. That is exact as long as the
 * rarest word is in at most 5,000 paragraphs; beyond that the best are found.
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
    // Where every word has too many, which are best is for the one that fewest say.
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

/** Of these fields, those that have what is looked for: fewer at once where it is in more paragraphs than are read. */
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
