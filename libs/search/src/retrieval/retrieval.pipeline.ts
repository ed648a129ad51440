import { AppError, resourceOf, type StoredParagraph } from '@lectern/contracts/core';
import { type ApproximateWord, HITS_MAX } from '@lectern/keyword-index';
import { fuse, type FusedHit } from '@lectern/ranking';
import { type ParsedQuery, withoutExclusions } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { CollectionProfile, type LanguageShares } from '../box/collection-profile';
import type { LegFailure } from '../degradation/degradation';
import { hitsAfter, hitsBefore, type KeywordList, type KeywordPlace, placeBehind } from '../query/keyword-page';
import { distinctHits, type DistinctHits } from './distinct-hits';
import { KeywordLeg, type KeywordLegHits, noKeywordHits } from './keyword-leg';
import { hasMeaning, hasWords, type QueryReading, QueryReadings, keywordsOf } from './query-reading';
import type { RankedParagraph } from './ranked-paragraph';
import { Reranking } from './reranking';
import type { CallContext, GraphHits, RetrievalQuery } from '../query/retrieval-query';
import { SemanticLeg, type SemanticHits } from './semantic-leg';
import { aboveFloor, floorOf, isChance, isNearInMeaningOnly, type Nearness } from './semantic-floor';
import { similaritiesOf } from './similarities';

/** How far each paragraph came, for explanations. */
export interface RetrievalTrace {
  /** Ids in the order of the fused ranking. */
  readonly fused: readonly string[];
  /** How many of them were read. */
  readonly read: number;
  /** Ids of those that were there, as they are ordered in the end. */
  readonly ordered: readonly string[];
  /** How many of them are shown. */
  readonly shown: number;
}

/** What was found, best first. */
export interface RankedResults {
  readonly paragraphs: readonly RankedParagraph[];
  /** The best of the fused ranking: those that were read. */
  readonly hits: readonly FusedHit[];
  /** Paragraphs that match by words, at most `TOTAL_MAX`. */
  readonly total: number;
  /** Ids of those that match by words that are nearly the same as those of the query. */
  readonly fuzzy: ReadonlySet<string>;
  /** Words of the query that none of the paragraphs has as they are said. */
  readonly approximate: readonly ApproximateWord[];
  /** Whether a larger `topK` would bring more. */
  readonly more: boolean;
  /** Where the list by words goes on; absent when it is at its end, or was not searched. */
  readonly next?: KeywordPlace;
  readonly minScore: { readonly semantic: number; readonly bm25: number };
  /** Share of the semantic leg in a sum of normalised scores. */
  readonly weight: number;
  /** A leg could not be asked, or the indexes do not hold everything. */
  readonly incomplete: boolean;
  readonly warnings: readonly string[];
  readonly parsed: ParsedQuery;
  readonly language: string;
  readonly trace: RetrievalTrace;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** What both legs found together, before it is read and reranked. */
export interface Candidates extends Pick<
  RankedResults,
  'more' | 'total' | 'fuzzy' | 'approximate' | 'minScore' | 'weight' | 'parsed' | 'language'
> {
  readonly query: RetrievalQuery;
  /** The best paragraphs that matched by words, of a further page all. */
  readonly list: KeywordList;
  /** Ids of those that `total` may count although they are gone. */
  readonly matches: readonly string[];
  /** The best, as many as may come into the answer. */
  readonly hits: readonly FusedHit[];
  /** All, the best first. */
  readonly fused: readonly FusedHit[];
  /** Whether a search for more candidates may bring others. */
  readonly isCut: boolean;
  readonly nearness: Nearness;
  /** Of those whose similarity to the query is known. */
  readonly similarities: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  /** What was left out that the results can do without, in words. */
  readonly warnings: readonly string[];
  /** Whether the keyword index could be asked. */
  readonly hasIndex: boolean;
  readonly clock: Stopwatch;
}

type Stopwatch = ReturnType<typeof stopwatch>;

/** Whether resources of what was found may be seen; ids of those that may. */
export type FindVisible = (found: Pick<Candidates, 'hits' | 'matches'>) => Promise<ReadonlySet<string>>;

/** The candidates that are left when they are read. */
interface ReadCandidates extends DistinctHits {
  readonly found: Candidates;
  /** Ids of resources that may be seen. */
  readonly rids: ReadonlySet<string>;
}

/** Candidates of each leg, where repeats leave too few of fewer. */
const CANDIDATES_MAX = 500;
/** Hits of a further page beyond those it shows: some are not visible any more or say the same as others. */
const SPARE_HITS = 20;

const EVERY_LANGUAGE: readonly string[] = ['*'];

export const BEING_REBUILT = 'The indexes of this knowledge box are being rebuilt from empty: results are incomplete';

/** The one way from a query to paragraphs; find, ask and retrieve share it. */
@Injectable()
export class RetrievalPipeline {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly semantic: SemanticLeg,
    private readonly reranking: Reranking,
    private readonly profile: CollectionProfile,
    private readonly readings: QueryReadings,
  ) {}

  /** @throws AppError `invalid_query`, `cancelled`; `unavailable` when no leg could be asked */
  async search(query: RetrievalQuery, call: CallContext): Promise<Candidates> {
    const clock = stopwatch();
    const languages = await this.profile.languages(query.kbid);
    const found = await this.searchIn(languages, query, { call, clock });
    if (found.matches.length > 0 || found.failures.length > 0 || !query.legs.has('keyword')) return found;
    // What has just come may be the first of its language, and words are looked up by their stems in each.
    const now = await this.profile.languages(query.kbid, { fresh: true });
    const isKnown = Object.keys(now).every((language) => language in languages);
    return isKnown ? found : this.searchIn(now, query, { call, clock });
  }

  /**
   * The best of what was found, in the order in which it is shown.
   *
   * @param visible finds out what is there and may be seen now: the indexes hear of changes later
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
    const next = placeBehind(list, passedOf(read, shown), query.place);
    // Where too few are left, there were no others to read.
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
      more: query.place ? next !== undefined : isMore && !isShort,
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
    const ranked = query.place ? hitsAfter(keyword.hits, query.place).slice(0, CANDIDATES_MAX) : keyword.hits;
    const legs = { keyword: ranked, semantic: semantic.ranking, unknown, graph: graph.ranking };
    const spoken = reading.spoken ?? EVERY_LANGUAGE;
    const nearness = { floor: floorOf(semantic.background, spoken), spoken, language };
    const fused = aboveFloor(fuse(legs, query.fusion, weight), nearness);
    const hits = isAllRead ? fused : fused.slice(0, window);
    const similarities = similaritiesOf(fused, { least: reading.leastSimilar, semantic: semantic.ranking, unknown });
    const hasIndex = keyword.failure === undefined;
    const matches = (query.place ? ranked.slice(0, window) : ranked).map(({ id }) => id);
    const list = { hits: keyword.hits, more: keyword.more, isRanked: withoutExclusions(query.query).trim() !== '' };
    const { more, total, approximate } = keyword;
    const isFull = more || semantic.ranking.length >= query.fusion.window;
    const isCut = isFull && !query.place && query.fusion.window < CANDIDATES_MAX;
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
    // Further pages begin where the list went on: the whole of it is requested.
    const limit = query.place ? HITS_MAX : query.fusion.window;
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
            // With hits of another leg it is not known yet which are read.
            textsMax: asksMeaning || query.place ? 0 : windowOf(query),
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
    // What is damaged is made again by itself: to say that nothing is found yet tells more than a failure.
    const isPassing = failed.some(({ isDamaged }) => !isDamaged);
    if (isPassing && failed.length === asked)
      throw new AppError('unavailable', 'Nothing could be searched. Please try again.');
    return [words, meaning];
  }

  /** What was found in the graph, without what the query excludes. */
  private async graphOf(
    { kbid, graph }: RetrievalQuery,
    parsed: ParsedQuery,
    { signal }: CallContext,
  ): Promise<Omit<GraphHits, 'more'>> {
    if (!graph || graph.failure) return graph ?? { ranking: [] };
    return this.keywords.withoutExcluded({ kbid, signal }, graph.ranking, parsed);
  }

  /** Hits of the keyword leg whose similarity is unknown: they are not in the vector index yet. */
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

  /** Where repeats leave too few of the best, it reads the others, and then looks for more: once. */
  private async readEnough(found: Candidates, call: CallContext, visible: FindVisible): Promise<ReadCandidates> {
    const { query, clock, fused, failures } = found;
    const best = await this.read(found, visible);
    if (best.left.length >= query.topK) return best;
    const all = fused.length > found.hits.length ? await this.read({ ...found, hits: fused }, visible) : best;
    // A leg that has just failed would take its whole timeout once more.
    if (all.left.length >= query.topK || !found.isCut || failures.length > 0) return all;
    const wide = { ...query, fusion: { ...query.fusion, window: CANDIDATES_MAX } };
    const languages = await this.profile.languages(query.kbid);
    return this.read(await this.searchIn(languages, wide, { call, clock, isAllRead: true }), visible);
  }

  private async read(found: Candidates, visible: FindVisible): Promise<ReadCandidates> {
    const { query, hits, list, hasIndex } = found;
    const ids = hits.map(({ id }) => id);
    const earlier = query.place && !query.withDuplicates ? hitsBefore(list.hits, query.place, ids) : [];
    const [stored, rids] = await Promise.all([this.texts(query.kbid, [...earlier, ...ids], hasIndex), visible(found)]);
    const byId = new Map(stored.map((paragraph) => [paragraph.id, paragraph]));
    const seen = hits.filter((hit) => {
      const paragraph = byId.get(hit.id);
      return rids.has(resourceOf(hit.id)) && !(paragraph && isChance(hit, paragraph, found.nearness));
    });
    return { found, rids, ...distinctHits(seen, byId, { earlier, withDuplicates: query.withDuplicates }) };
  }

  private texts(kbid: string, ids: readonly string[], hasIndex: boolean): Promise<readonly StoredParagraph[]> {
    // An index that has just failed would take its whole timeout once more.
    return hasIndex ? this.keywords.read(kbid, ids) : this.keywords.readFromBox(kbid, ids);
  }
}

/** Hits that may come into the answer. */
function windowOf({ topK, place, rerankerWindow }: RetrievalQuery): number {
  return Math.max(topK + (place ? SPARE_HITS : 0), rerankerWindow);
}

/** Ids of hits that have none of the words as they are said. */
function misspeltHits({ approximate, asSaid }: KeywordLegHits, ranked: KeywordList['hits']): ReadonlySet<string> {
  if (approximate.length === 0) return new Set();
  return new Set(ranked.flatMap(({ id }) => (asSaid?.has(id) ? [] : [id])));
}

/**
 * What matches by words, without what is not visible any more, which the index may still count; and with the hits that
 * are shown for their meaning only, so that there are never more hits than it says.
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
  /** Whether all that is found may come into the answer, and not only the best. */
  readonly isAllRead?: boolean;
}

/** Ids of what no further page shows: it is shown now, not visible, or a repeat of what is or will be shown. */
function passedOf(
  { found: { query, hits, list }, left, repeats }: ReadCandidates,
  shown: readonly RankedParagraph[],
): ReadonlySet<string> {
  const passed = new Set(shown.map(({ paragraph }) => paragraph.id));
  const kept = new Set(left.map(({ paragraph }) => paragraph.id));
  const listed = new Set(list.hits.map(({ id }) => id));
  const pages = new Set([...passed, ...listed, ...(query.place?.skip ?? [])]);
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
