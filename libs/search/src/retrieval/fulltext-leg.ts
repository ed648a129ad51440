import { AppError, type IndexFilter } from '@lectern/contracts/core';
import {
  HITS_MAX,
  KeywordIndex,
  type KeywordHits,
  type KeywordQuery,
  MATCHES_COUNTED_MAX,
} from '@lectern/keyword-index';
import { type ParsedQuery, parseQuery } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { Degradation, type LegFailure } from '../degradation';
import { type FieldHit, fieldOf, fieldsOf, joinedFields } from './field-hits';

/** Fields that a word may be looked for in at once. */
const FIELDS_AT_ONCE = 2_000;
/** Words and phrases that all must be there; of more, the first. */
const CLAUSES_MAX = 16;

/** Fields with all words of a query. */
export interface FulltextHits extends Partial<LegFailure> {
  /** In the order wanted. */
  readonly fields: readonly FieldHit[];
}

type Clause = Pick<KeywordQuery, 'terms' | 'phrases'>;

export interface FulltextQuery {
  readonly parsed: ParsedQuery;
  /** Languages whose stems are looked for. */
  readonly stemmed: readonly string[];
  readonly filter?: IndexFilter;
  readonly minScore: number;
  readonly order?: KeywordQuery['order'];
  readonly signal: AbortSignal;
}

/**
 * Fields that have all words of a query, wherever in the field they stand. The index holds paragraphs, so each word is
 * looked for by itself, and the fields that have every one of them are what is found. That is exact as long as the
 * rarest word is in at most 5,000 paragraphs, and no field has more of the others; beyond that the best are found.
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
    const clauses = clausesOf(query);
    const { order, signal } = query;
    const find = (clause: Clause, within: readonly IndexFilter[] = [], how: Partial<KeywordQuery> = { order }) =>
      this.keywords.search(kbid, {
        ...clause,
        excluded: query.parsed.excluded,
        excludedPhrases: query.parsed.excludedPhrases,
        filter: { all: [...(query.filter ? [query.filter] : []), ...within] },
        limit: HITS_MAX,
        signal,
        ...how,
      });
    const count = (clause: Clause) => find(clause, [], { limit: 0, countMax: MATCHES_COUNTED_MAX });
    const all = await Promise.all(clauses.map((clause) => find(clause)));
    // Where every word has too many, which are best is for the one that fewest say.
    const isCounted = all.length > 1 && all.every(({ more }) => more);
    const counts = isCounted ? await Promise.all(clauses.map(count)) : [];
    const found = all.map((hits, i) => ({ ...hits, total: counts[i]?.total }));
    const [rarest = { hits: [], more: false }, ...others] = byRarity(found);
    let fields = fieldsOf(rarest.hits);
    for (const other of others) {
      const clause = clauses[found.indexOf(other)];
      if (!clause) throw new AppError('internal', 'A word was found that was not looked for');
      const hits = other.more ? await this.withinFields(fields, (filter) => find(clause, [filter])) : other.hits;
      fields = joinedFields(fields, fieldsOf(hits));
    }
    const kept = fields.filter(({ score }) => score >= query.minScore);
    return query.order ? kept : kept.toSorted((a, b) => b.score - a.score || (fieldOf(a) < fieldOf(b) ? -1 : 1));
  }

  private async withinFields(
    fields: readonly FieldHit[],
    find: (filter: IndexFilter) => Promise<KeywordHits>,
  ): Promise<KeywordHits['hits']> {
    const hits: KeywordHits['hits'][number][] = [];
    for (let from = 0; from < fields.length; from += FIELDS_AT_ONCE) {
      const resourceFields = fields.slice(from, from + FIELDS_AT_ONCE).map(fieldOf);
      hits.push(...(await find({ resourceFields })).hits);
    }
    return hits;
  }
}

/** A word with its stems of all languages is one clause, and so is a phrase. Nothing to look for is one, too. */
function clausesOf({ parsed, stemmed }: FulltextQuery): readonly Clause[] {
  const words = parsed.words.map((word) => ({ terms: parseQuery(word, stemmed).terms, phrases: [] }));
  const said = words.filter(({ terms }) => terms.length > 0);
  const phrases = parsed.phrases.map((phrase) => ({ terms: [], phrases: [phrase] }));
  const clauses = [...said, ...phrases].slice(0, CLAUSES_MAX);
  return clauses.length > 0 ? clauses : [{ terms: [], phrases: [] }];
}

function byRarity<T extends KeywordHits>(found: readonly T[]): readonly T[] {
  const rarity = ({ more, hits, total = hits.length }: T) => total + (more ? HITS_MAX : 0);
  return found.toSorted((a, b) => rarity(a) - rarity(b));
}
