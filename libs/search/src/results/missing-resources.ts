import type { IndexFilter } from '@lectern/contracts/core';
import type { MissingLeg, MissingResource } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { CollectionProfile, type LanguageShares } from '../box/collection-profile';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { BoxResources } from './box-resources';
import { excludesNothing, KeywordLeg } from '../retrieval/keyword-leg';
import { hasMeaning, hasWords, type QueryReading, QueryReadings, keywordsOf } from '../retrieval/query-reading';
import type { RankedResults } from '../retrieval/retrieval.pipeline';
import { SemanticLeg } from '../retrieval/semantic-leg';
import { placeOfResource } from './place-of-resource';

/** Words that are looked for one by one. */
const WORDS_MAX = 16;

const NO_EXCLUSIONS = { excluded: [], excludedPhrases: [] };

interface Probe {
  /** Looks in one resource only. */
  readonly query: RetrievalQuery;
  readonly reading: QueryReading;
  readonly languages: LanguageShares;
  readonly call: CallContext;
}

/** Says where resources dropped out of a find. */
@Injectable()
export class MissingResources {
  constructor(
    private readonly resources: BoxResources,
    private readonly keywords: KeywordLeg,
    private readonly semantic: SemanticLeg,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /** By id. What the caller may not see is reported like what does not exist. */
  async explain(
    query: RetrievalQuery,
    ranked: RankedResults,
    { rids, ...call }: CallContext & { readonly rids: readonly string[] },
  ): Promise<Readonly<Record<string, MissingResource>>> {
    const ids = [...new Set(rids)];
    const [visible, languages] = await Promise.all([
      this.resources.visible(
        query,
        ids.map((rid) => `${rid}/`),
      ),
      this.profile.languages(query.kbid),
    ]);
    const reading = await this.readings.read(query, languages);
    const explained: [string, MissingResource][] = [];
    for (const rid of ids) {
      const within = { ...query, filter: allOf(query.filter, { resources: [rid] }) };
      const probe = { query: within, reading, languages, call };
      explained.push([rid, visible.has(rid) ? await this.one(rid, ranked, probe) : { stage: 'unknown' }]);
    }
    return Object.fromEntries(explained);
  }

  private async one(rid: string, ranked: RankedResults, probe: Probe): Promise<MissingResource> {
    const place = placeOfResource(rid, ranked.trace);
    if (place) return place;
    const { kbid } = probe.query;
    const any = { terms: [], phrases: [], excluded: [] };
    if (!(await this.hasHits(kbid, { ...any, filter: probe.query.filter }, probe))) {
      const isIndexed = await this.hasHits(kbid, { ...any, filter: { resources: [rid] } }, probe);
      return { stage: isIndexed ? 'filters' : 'index' };
    }
    const { legs } = probe.query;
    const said = [
      ...(legs.has('keyword') && hasWords(probe.query, probe.reading.parsed) ? [await this.byWords(probe)] : []),
      ...(legs.has('semantic') && hasMeaning(probe.query, probe.reading.parsed) ? [await this.byMeaning(probe)] : []),
    ];
    return { stage: 'retrieval', legs: said };
  }

  private async byWords({ query, reading, ...probe }: Probe): Promise<MissingLeg> {
    const { parsed } = reading;
    const words = { ...keywordsOf(parsed), filter: query.filter };
    const { signal } = probe.call;
    const found = await this.keywords.search(query.kbid, { ...words, limit: 1, signal }, []);
    if (found.failure !== undefined) return { leg: 'keyword', reason: 'failed' };
    const [best] = found.hits;
    if (!best && !excludesNothing(parsed) && (await this.hasHits(query.kbid, { ...words, ...NO_EXCLUSIONS }, probe)))
      return { leg: 'keyword', reason: 'excluded_word' };
    const absent_words = await this.absentWords({ query, reading, ...probe });
    if (!best) return { leg: 'keyword', reason: 'no_word', absent_words };
    const min_score = reading.minScore.bm25;
    if (best.score < min_score)
      return { leg: 'keyword', reason: 'min_score', score: best.score, min_score, absent_words };
    return { leg: 'keyword', reason: 'window', score: best.score, absent_words };
  }

  private async byMeaning({ query, reading, call }: Probe): Promise<MissingLeg> {
    const { installed, parsed } = reading;
    const options = { minScore: -1, limit: 1, isOnly: true, installed };
    const { ranking, failure } = await this.semantic.search(query, call, { ...options, exclusions: parsed });
    if (failure !== undefined) return { leg: 'semantic', reason: 'failed' };
    const [best] = ranking;
    if (!best) {
      const all = await this.semantic.search(query, call, { ...options, exclusions: NO_EXCLUSIONS });
      return { leg: 'semantic', reason: all.ranking.length > 0 ? 'excluded_word' : 'not_embedded' };
    }
    const { score } = best;
    const min_score = reading.minScore.semantic;
    if (score < min_score) return { leg: 'semantic', reason: 'min_score', score, min_score };
    return { leg: 'semantic', reason: 'window', score };
  }

  /** Words of the query that no paragraph has, in none of their forms. */
  private async absentWords({ query, reading: { parsed }, languages, call }: Probe): Promise<readonly string[]> {
    const looked = new Set(parsed.terms);
    const absent: string[] = [];
    for (const word of parsed.words.slice(0, WORDS_MAX)) {
      const own = (await this.readings.read({ ...query, query: word }, languages)).parsed;
      // Stop words are not looked for.
      const terms = own.terms.filter((term) => looked.has(term));
      if (terms.length === 0) continue;
      const words = { terms, phrases: [], excluded: [], filter: query.filter };
      if (!(await this.hasHits(query.kbid, words, { call }))) absent.push(word);
    }
    return absent;
  }

  private async hasHits(
    kbid: string,
    words: Omit<Parameters<KeywordLeg['search']>[1], 'limit'>,
    { call: { signal } }: Pick<Probe, 'call'>,
  ): Promise<boolean> {
    return (await this.keywords.search(kbid, { ...words, limit: 1, signal }, [])).hits.length > 0;
  }
}

function allOf(filter: IndexFilter | undefined, own: IndexFilter): IndexFilter {
  return filter ? { all: [filter, own] } : own;
}
