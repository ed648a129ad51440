import type { IndexFilter } from '@lectern/contracts/core';
import type { MissingLeg, MissingReason, MissingResource } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { CollectionProfile, type LanguageShares } from '../box/collection-profile';
import type { CallContext, GraphHits, RetrievalQuery } from '../query/retrieval-query';
import { BoxResources } from './box-resources';
import { asSaidOnly, excludesNothing, KeywordLeg } from '../retrieval/keyword-leg';
import {
  hasMeaning,
  hasWords,
  isUnasked,
  keywordsOf,
  type QueryReading,
  QueryReadings,
} from '../retrieval/query-reading';
import type { RankedResults } from '../retrieval/retrieval.pipeline';
import { SemanticLeg } from '../retrieval/semantic-leg';
import { stageOfResource } from './stage-of-resource';

/** Words that are checked individually. */
const WORDS_MAX = 16;

const NO_EXCLUSIONS = { excluded: [], excludedPhrases: [] };
/** The result of a lookup in the index. */
type Look = 'found' | 'nothing' | 'failed';

interface Probe {
  /** Restricted to one resource. */
  readonly query: RetrievalQuery;
  readonly reading: QueryReading;
  readonly languages: LanguageShares;
  readonly call: CallContext;
}

/** Explains at which stage resources were dropped from a find. */
@Injectable()
export class MissingResources {
  constructor(
    private readonly resources: BoxResources,
    private readonly keywords: KeywordLeg,
    private readonly semantic: SemanticLeg,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /** Explanations by id. Resources that the caller may not see are reported as nonexistent. */
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
    const stage = stageOfResource(rid, ranked.trace);
    if (stage) return stage;
    const { kbid } = probe.query;
    const any = { terms: [], phrases: [], excluded: [] };
    const left = await this.look(kbid, { ...any, filter: probe.query.filter }, probe);
    if (left === 'failed') return { stage: 'failed' };
    if (left === 'nothing') {
      const indexed = await this.look(kbid, { ...any, filter: { resources: [rid] } }, probe);
      return { stage: indexed === 'failed' ? 'failed' : indexed === 'found' ? 'filters' : 'index' };
    }
    const { legs, graph } = probe.query;
    const said = [
      ...(legs.has('keyword') ? [await this.byWords(probe)] : []),
      ...(legs.has('semantic') ? [await this.byMeaning(probe)] : []),
      ...(graph ? [byGraph(graph)] : []),
    ];
    return { stage: 'retrieval', legs: said };
  }

  private async byWords({ query, reading, ...probe }: Probe): Promise<MissingLeg> {
    if (!hasWords(query, reading.parsed)) return { leg: 'keyword', reason: 'empty_query' };
    const { parsed } = reading;
    const words = { ...keywordsOf(parsed), filter: query.filter };
    const { signal } = probe.call;
    const found = await this.keywords.search(query.kbid, { ...words, limit: 1, signal }, asSaidOnly);
    if (found.failure !== undefined) return { leg: 'keyword', reason: 'failed' };
    const [best] = found.hits;
    if (!best && !excludesNothing(parsed)) {
      const others = await this.look(query.kbid, { ...words, ...NO_EXCLUSIONS }, probe);
      if (others !== 'nothing') return { leg: 'keyword', reason: others === 'failed' ? 'failed' : 'excluded_word' };
    }
    const { terms, phrases } = parsed;
    const absent = {
      absent_words: await this.absentWords({ query, reading, ...probe }),
      ...(phrases.length > 0 && { absent_phrases: await this.absentPhrases({ query, reading, ...probe }) }),
    };
    if (!best)
      return { leg: 'keyword', reason: terms.length === 0 && phrases.length > 0 ? 'no_phrase' : 'no_word', ...absent };
    const min_score = reading.minScore.bm25;
    if (best.score < min_score) return { leg: 'keyword', reason: 'min_score', score: best.score, min_score, ...absent };
    return { leg: 'keyword', reason: 'window', score: best.score, ...absent };
  }

  private async byMeaning({ query, reading, call }: Probe): Promise<MissingLeg> {
    const unasked = whyNotByMeaning(query, reading);
    if (unasked) return { leg: 'semantic', reason: unasked };
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

  /** Words of the query that no paragraph contains in any form. */
  private async absentWords({ query, reading: { parsed }, languages, call }: Probe): Promise<readonly string[]> {
    const looked = new Set(parsed.terms);
    const absent: string[] = [];
    for (const word of parsed.words.slice(0, WORDS_MAX)) {
      const own = (await this.readings.read({ ...query, query: word }, languages)).parsed;
      // Stop words are not searched for.
      const terms = own.terms.filter((term) => looked.has(term));
      if (terms.length === 0) continue;
      const words = { terms, phrases: [], excluded: [], filter: query.filter };
      if ((await this.look(query.kbid, words, { call })) === 'nothing') absent.push(word);
    }
    return absent;
  }

  /** Phrases of the query that no paragraph contains. */
  private async absentPhrases({ query, reading: { parsed }, call }: Probe): Promise<readonly string[]> {
    const absent: string[] = [];
    for (const phrase of parsed.phrases) {
      const words = { terms: [], phrases: [phrase], excluded: [], filter: query.filter };
      if ((await this.look(query.kbid, words, { call })) === 'nothing') absent.push(phrase.join(' '));
    }
    return absent;
  }

  private async look(
    kbid: string,
    words: Omit<Parameters<KeywordLeg['search']>[1], 'limit'>,
    { call: { signal } }: Pick<Probe, 'call'>,
  ): Promise<Look> {
    const { hits, failure } = await this.keywords.search(kbid, { ...words, limit: 1, signal }, asSaidOnly);
    if (failure !== undefined) return 'failed';
    return hits.length > 0 ? 'found' : 'nothing';
  }
}

/** Why the pipeline skips the semantic leg for such a query; undefined if it does not. */
function whyNotByMeaning(query: RetrievalQuery, { parsed, weight }: QueryReading): MissingReason | undefined {
  if (!hasMeaning(query, parsed)) return isUnasked(query.query) ? 'empty_query' : 'quotation';
  return weight === 0 && query.legs.has('keyword') && hasWords(query, parsed) ? 'no_weight' : undefined;
}

/** The graph was searched for all resources at once, so a result for this one would be in the ranking. */
function byGraph({ failure, more }: GraphHits): MissingLeg {
  if (failure !== undefined) return { leg: 'graph', reason: 'failed' };
  return { leg: 'graph', reason: more ? 'window' : 'no_path' };
}

function allOf(filter: IndexFilter | undefined, own: IndexFilter): IndexFilter {
  return filter ? { all: [filter, own] } : own;
}
