import { AppError, resourceOf, type StoredParagraph } from '@lectern/contracts/core';
import { type ApproximateWord, HITS_MAX } from '@lectern/keyword-index';
import { fuse, type FusedHit } from '@lectern/ranking';
import { type ParsedQuery, withoutExclusions } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { CollectionProfile, type LanguageShares } from '../box/collection-profile';
import type { LegFailure } from '../degradation/degradation';
import { hitsAfter, hitsBefore, type KeywordList, type KeywordCursor, cursorAfter } from '../query/keyword-page';
import { distinctHits, type DistinctHits } from './distinct-hits';
import { KeywordLeg, type KeywordLegHits, noKeywordHits } from './keyword-leg';
import { hasMeaning, hasWords, type QueryReading, QueryReadings, keywordsOf } from './query-reading';
import type { RankedParagraph } from './ranked-paragraph';
import { Reranking } from './reranking';
import type { CallContext, GraphHits, RetrievalQuery } from '../query/retrieval-query';
import { SemanticLeg, type SemanticHits } from './semantic-leg';
import { aboveFloor, floorOf, isChance, isNearInMeaningOnly, type Nearness, similaritiesOf } from './semantic-floor';

/** How far each paragraph got, for explanations. */
export interface RetrievalTrace {
  /** Ids in the order of the fused ranking. */
  readonly fused: readonly string[];
  /** Number of them that were read. */
  readonly read: number;
  /** Ids of existing paragraphs in their final order; beyond `shown` it is final if the query has `isAllOrdered`. */
  readonly ordered: readonly string[];
  /** Number of them that are shown. */
  readonly shown: number;
}

/** The results, best first. */
export interface RankedResults {
  readonly paragraphs: readonly RankedParagraph[];
  /** The best hits of the fused ranking that were read. */
  readonly hits: readonly FusedHit[];
  /** Number of keyword matches, at most `TOTAL_MAX`. */
  readonly total: number;
  /** Ids of matches for words similar to those of the query. */
  readonly fuzzy: ReadonlySet<string>;
  /** Words of the query that occur in no paragraph exactly. */
  readonly approximate: readonly ApproximateWord[];
  /** Whether a larger `topK` would return more. */
  readonly more: boolean;
  /** Cursor for the next page of the keyword list; absent at its end, or when it was not searched. */
  readonly next?: KeywordCursor;
  readonly minScore: { readonly semantic: number; readonly bm25: number };
  /** Weight of the semantic leg in a sum of normalised scores. */
  readonly weight: number;
  /** Whether a leg failed or the indexes are incomplete. */
  readonly incomplete: boolean;
  readonly warnings: readonly string[];
  readonly parsed: ParsedQuery;
  readonly language: string;
  readonly trace: RetrievalTrace;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** The combined hits of all legs, before they are read and reranked. */
export interface Candidates extends Pick<
  RankedResults,
  'more' | 'total' | 'fuzzy' | 'approximate' | 'minScore' | 'weight' | 'parsed' | 'language'
> {
  readonly query: RetrievalQuery;
  /** The best keyword hits; all of them on a further page. */
  readonly list: KeywordList;
  /** Ids of matches that `total` may include although they are deleted. */
  readonly matches: readonly string[];
  /** The best hits, limited to those that may be in the response. */
  readonly hits: readonly FusedHit[];
  /** All hits, best first. */
  readonly fused: readonly FusedHit[];
  /** Whether searching for more candidates may find others. */
  readonly isCut: boolean;
  readonly nearness: Nearness;
  /** Similarities of hits to the query, where known. */
  readonly similarities: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  /** Messages about optional parts that were left out. */
  readonly warnings: readonly string[];
  /** Whether the keyword index responded. */
  readonly hasIndex: boolean;
  readonly clock: Stopwatch;
}

type Stopwatch = ReturnType<typeof stopwatch>;

/** Finds the visible resources among those of the hits; returns their ids. */
export type FindVisible = (found: Pick<Candidates, 'hits' | 'matches'>) => Promise<ReadonlySet<string>>;

/** Candidates whose paragraphs still exist. */
interface ReadCandidates extends DistinctHits {
  readonly found: Candidates;
  /** Ids of visible resources. */
  readonly rids: ReadonlySet<string>;
}

/** Candidates per leg when fewer leave too few after removing repeats. */
const CANDIDATES_MAX = 500;
/** Hits of a further page beyond those it shows, to make up for hits that are invisible or repeats. */
const SPARE_HITS = 20;

const EVERY_LANGUAGE: readonly string[] = ['*'];

export const BEING_REBUILT = 'The indexes of this knowledge box are being rebuilt from empty: results are incomplete';

/** Ranks paragraphs for a query; shared by find, ask and retrieve. */
@Injectable()
export class RetrievalPipeline {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly semantic: SemanticLeg,
    private readonly reranking: Reranking,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /** @throws AppError `invalid_query`, `cancelled`; `unavailable` when all legs failed */
  async search(query: RetrievalQuery, call: CallContext): Promise<Candidates> {
    const clock = stopwatch();
    const languages = await this.profile.languages(query.kbid);
    const found = await this.searchIn(languages, query, { call, clock });
    if (found.matches.length > 0 || found.failures.length > 0 || !query.legs.has('keyword')) return found;
    // The newest paragraph may be the first in its language, and words are searched by their stems in each language.
    const now = await this.profile.languages(query.kbid, { fresh: true });
    const isKnown = Object.keys(now).every((language) => language in languages);
    return isKnown ? found : this.searchIn(now, query, { call, clock });
  }

  /**
   * The best results in the order shown.
   *
   * @param visible checks what exists and is visible now, because the indexes receive changes later
   * @throws AppError `cancelled`, `unavailable`
   */
  async rank(candidates: Candidates, call: CallContext, visible: FindVisible): Promise<RankedResults> {
    const read = await this.readEnough(candidates, call, visible);
    const { query, hits, similarities, list, fused, matches, failures, warnings, clock, ...found } = read.found;
    const { fuzzy, approximate, minScore, weight, parsed, language } = found;
    clock.lap('read');
    const { paragraphs, warning } = await this.reranking.rerank(query, read.left, call);
    clock.lap('rerank');
    const shown = paragraphs.slice(0, query.topK);
    const next = cursorAfter(list, passedOf(read, shown), query.cursor);
    // If too few are left, there were no more to read.
    const isShort = read.left.length < query.topK;
    const isMore = found.more || fused.length > hits.length || read.left.length > query.topK;
    return {
      hits,
      fuzzy,
      approximate,
      minScore,
      weight,
      parsed,
      language,
      more: query.cursor ? next !== undefined : isMore && !isShort,
      ...(next && { next }),
      total: totalOf(read, { total: found.total, matches, shown }),
      paragraphs: shown.map((one) => ({ ...one, similarity: similarities.get(one.paragraph.id) })),
      trace: {
        fused: fused.map(({ id }) => id),
        read: hits.length,
        shown: query.topK,
        ordered: paragraphs.map(({ paragraph }) => paragraph.id),
      },
      incomplete: failures.length > 0,
      warnings: [...failures, ...warnings, ...(warning ? [warning] : [])],
      timings: clock.laps,
    };
  }

  private async searchIn(
    languages: LanguageShares,
    query: RetrievalQuery,
    { call, clock, isAllRead = false }: SearchCall,
  ): Promise<Candidates> {
    const reading = await this.readings.read(query, languages);
    const { parsed, language, weight, minScore } = reading;
    clock.lap('prepare');
    const [keyword, semantic] = await this.legs(query, call, reading);
    const [unknown, graph] = await Promise.all([
      this.unknownOf(query, { keyword, semantic }, call),
      this.graphOf(query, parsed, call),
    ]);
    clock.lap('legs');
    const rebuilding = query.rebuilding ? BEING_REBUILT : undefined;
    const failures = [keyword.failure, semantic.failure, graph.failure, rebuilding, query.lacking].filter(
      (failure) => failure !== undefined,
    );
    const warnings = [keyword.warning, semantic.warning].filter((warning) => warning !== undefined);
    const window = windowOf(query);
    const ranked = query.cursor ? hitsAfter(keyword.hits, query.cursor).slice(0, CANDIDATES_MAX) : keyword.hits;
    const legs = { keyword: ranked, semantic: semantic.ranking, unknown, graph: graph.ranking };
    const spoken = reading.spoken ?? EVERY_LANGUAGE;
    const nearness = { floor: floorOf(semantic.background, spoken), spoken, language };
    const fused = aboveFloor(fuse(legs, query.fusion, weight), nearness);
    const hits = isAllRead ? fused : fused.slice(0, window);
    const similarities = similaritiesOf(fused, { least: reading.leastSimilar, semantic: semantic.ranking, unknown });
    const hasIndex = keyword.failure === undefined;
    const matches = (query.cursor ? ranked.slice(0, window) : ranked).map(({ id }) => id);
    const list = { hits: keyword.hits, more: keyword.more, isRanked: withoutExclusions(query.query).trim() !== '' };
    const { more, total, approximate } = keyword;
    const isFull = more || semantic.ranking.length >= query.fusion.window;
    const isCut = isFull && !query.cursor && query.fusion.window < CANDIDATES_MAX;
    const fuzzy = misspeltHits(keyword, ranked);
    const words = { list, matches, total, fuzzy, approximate, parsed, language };
    const scored = { hits, fused, isCut, similarities, nearness, minScore, weight };
    return { query, ...scored, hasIndex, more, failures, warnings, clock, ...words };
  }

  private async legs(
    query: RetrievalQuery,
    call: CallContext,
    { parsed, weight, minScore, installed, stemmed }: QueryReading,
  ): Promise<[KeywordLegHits, SemanticHits]> {
    // A further page starts at the cursor, so the whole list is requested.
    const limit = query.cursor ? HITS_MAX : query.fusion.window;
    const asksWords = query.legs.has('keyword') && hasWords(query, parsed);
    const asksMeaning = query.legs.has('semantic') && hasMeaning(query, parsed) && (weight > 0 || !asksWords);
    const keyword: KeywordLegHits | Promise<KeywordLegHits> = asksWords
      ? this.keywords.search(
          query.kbid,
          {
            ...keywordsOf(parsed),
            filter: query.filter,
            limit,
            minScore: minScore.bm25,
            signal: call.signal,
            // With hits from another leg, it is not yet known which hits will be read.
            textsMax: asksMeaning || query.cursor ? 0 : windowOf(query),
          },
          { words: parsed.words, languages: stemmed },
        )
      : noKeywordHits;
    const semantic: SemanticHits | Promise<SemanticHits> = asksMeaning
      ? this.semantic.search(query, call, {
          minScore: minScore.semantic,
          limit: Math.max(limit, 1),
          exclusions: parsed,
          isOnly: !asksWords,
          installed,
        })
      : { ranking: [] };
    const [words, meaning] = await Promise.all([keyword, semantic]);
    const legs: readonly Partial<LegFailure>[] = [words, meaning, query.graph ?? {}];
    const failed = legs.filter(({ failure }) => failure !== undefined);
    const asked = Number(asksWords) + Number(asksMeaning) + Number(query.graph !== undefined);
    // A damaged index is rebuilt automatically, so an empty result is more informative than an error.
    const isPassing = failed.some(({ isDamaged }) => !isDamaged);
    if (isPassing && failed.length === asked)
      throw new AppError('unavailable', 'Nothing could be searched. Please try again.');
    return [words, meaning];
  }

  /** Graph results without paragraphs that the query excludes. */
  private async graphOf(
    { kbid, graph }: RetrievalQuery,
    parsed: ParsedQuery,
    { signal }: CallContext,
  ): Promise<Omit<GraphHits, 'more'>> {
    if (!graph || graph.failure) return graph ?? { ranking: [] };
    return this.keywords.withoutExcluded({ kbid, signal }, graph.ranking, parsed);
  }

  /** Keyword hits with unknown similarity, because they are not in the vector index yet. */
  private async unknownOf(
    query: RetrievalQuery,
    { keyword, semantic }: { readonly keyword: KeywordLegHits; readonly semantic: SemanticHits },
    call: CallContext,
  ): Promise<ReadonlySet<string>> {
    if (semantic.ranking.length === 0) return new Set();
    const byMeaning = new Set(semantic.ranking.map(({ id }) => id));
    const candidates = keyword.hits.filter(({ id }) => !byMeaning.has(id)).map(({ id }) => id);
    return this.semantic.withoutVectors(query, candidates, call);
  }

  /** If too few of the best remain after removing repeats, it reads the others and then searches once more. */
  private async readEnough(found: Candidates, call: CallContext, visible: FindVisible): Promise<ReadCandidates> {
    const { query, clock, fused, failures } = found;
    const best = await this.read(found, visible);
    if (best.left.length >= query.topK) return best;
    const all = fused.length > found.hits.length ? await this.read({ ...found, hits: fused }, visible) : best;
    // A leg that has just failed would take its full timeout again.
    if (all.left.length >= query.topK || !found.isCut || failures.length > 0) return all;
    const wide = { ...query, fusion: { ...query.fusion, window: CANDIDATES_MAX } };
    const languages = await this.profile.languages(query.kbid);
    return this.read(await this.searchIn(languages, wide, { call, clock, isAllRead: true }), visible);
  }

  private async read(found: Candidates, visible: FindVisible): Promise<ReadCandidates> {
    const { query, hits, list, hasIndex } = found;
    const ids = hits.map(({ id }) => id);
    const earlier = query.cursor && !query.withDuplicates ? hitsBefore(list.hits, query.cursor, ids) : [];
    const [stored, rids] = await Promise.all([this.texts(query.kbid, [...earlier, ...ids], hasIndex), visible(found)]);
    const byId = new Map(stored.map((paragraph) => [paragraph.id, paragraph]));
    const seen = hits.filter((hit) => {
      const paragraph = byId.get(hit.id);
      return rids.has(resourceOf(hit.id)) && !(paragraph && isChance(hit, paragraph, found.nearness));
    });
    return { found, rids, ...distinctHits(seen, byId, { earlier, withDuplicates: query.withDuplicates }) };
  }

  private texts(kbid: string, ids: readonly string[], hasIndex: boolean): Promise<readonly StoredParagraph[]> {
    // An index that has just failed would take its full timeout again.
    return hasIndex ? this.keywords.read(kbid, ids) : this.keywords.readFromBox(kbid, ids);
  }
}

/** Number of hits that may be in the response. */
function windowOf({ topK, cursor, rerankerWindow }: RetrievalQuery): number {
  return Math.max(topK + (cursor ? SPARE_HITS : 0), rerankerWindow);
}

/** Ids of hits that contain none of the exact words. */
function misspeltHits({ approximate, asSaid }: KeywordLegHits, ranked: KeywordList['hits']): ReadonlySet<string> {
  if (approximate.length === 0) return new Set();
  return new Set(ranked.flatMap(({ id }) => (asSaid?.has(id) ? [] : [id])));
}

/**
 * Number of keyword matches: excludes invisible ones, which the index may still count, and includes semantic hits that
 * are shown, so that the total is never below the number of hits.
 */
function totalOf(
  { rids, found: { query } }: ReadCandidates,
  { total, matches, shown }: Pick<Candidates, 'total' | 'matches'> & { readonly shown: readonly RankedParagraph[] },
): number {
  const gone = matches.filter((id) => !rids.has(resourceOf(id))).length;
  const others = query.legs.has('keyword') ? shown.filter(({ retrieved }) => isNearInMeaningOnly(retrieved)).length : 0;
  return Math.max(0, total - gone) + others;
}

interface SearchCall {
  readonly call: CallContext;
  readonly clock: Stopwatch;
  /** Whether all hits may be in the response, not only the best. */
  readonly isAllRead?: boolean;
}

/** Ids that further pages must not show: shown now, invisible, or repeats of hits that are or will be shown. */
function passedOf(
  { found: { query, hits, list }, left, repeats }: ReadCandidates,
  shown: readonly RankedParagraph[],
): ReadonlySet<string> {
  const passed = new Set(shown.map(({ paragraph }) => paragraph.id));
  const kept = new Set(left.map(({ paragraph }) => paragraph.id));
  const listed = new Set(list.hits.map(({ id }) => id));
  const pages = new Set([...passed, ...listed, ...(query.cursor?.skip ?? [])]);
  const gone = hits.filter(({ id }) => listed.has(id) && !kept.has(id) && pages.has(repeats.get(id) ?? id));
  return new Set([...passed, ...gone.map(({ id }) => id)]);
}

function stopwatch() {
  const laps: Record<string, number> = {};
  let last = performance.now();
  return {
    laps,
    lap(name: string): void {
      const now = performance.now();
      laps[name] = Math.round((now - last) * 1_000) / 1_000;
      last = now;
    },
  };
}
