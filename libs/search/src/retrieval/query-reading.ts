import { semanticWeight, type SpokenLanguages } from '@lectern/ranking';
import { parseQuery, type ParsedQuery, withoutExclusions, detectLanguage } from '@lectern/text';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { LanguageShares } from '../box/collection-profile';
import { ZoneModels } from '../models/zone-models';
import type { RetrievalQuery } from '../query/retrieval-query';

/** A parsed query, interpreted with the languages of its box and the installed models. */
export interface QueryReading {
  readonly parsed: ParsedQuery;
  /** ISO 639-1, or empty. */
  readonly language: string;
  /** Languages in which words are stemmed. */
  readonly stemmed: readonly string[];
  /** Weight of semantic hits relative to keyword hits, from 0 to 1. */
  readonly weight: number;
  readonly minScore: { readonly semantic: number; readonly bm25: number };
  /** Minimum score of the embedding model in use, if the model supports the query's language. */
  readonly leastSimilar?: number;
  /** Languages of the embedding model in use; `*` for all. Absent when unknown. */
  readonly spoken?: readonly string[];
  /** Dimensions of the installed models, by id; absent when unknown. */
  readonly installed?: ReadonlyMap<string, number>;
}

/** Used until the models are known: a vector in the request is searched as well. */
const UNKNOWN_WEIGHT = 0.5;
const UNKNOWN_MIN_SCORE = 0.7;

/** Loads the tables for reading queries. */
const FIRST_QUERY = 'what was asked first';

/** Reads queries. */
@Injectable()
export class QueryReadings implements OnApplicationBootstrap {
  constructor(private readonly models: ZoneModels) {}

  /** Language tables are large, so they are loaded before the first request. */
  onApplicationBootstrap(): void {
    parseQuery(FIRST_QUERY, [queryLanguage(FIRST_QUERY, {})]);
  }

  async read(query: RetrievalQuery, languages: LanguageShares): Promise<QueryReading> {
    const vectorset = query.vectorset ?? query.vectorsets[0];
    const models = await this.models.ifKnownTo(query.kbid, vectorset);
    const language = queryLanguage(query.query, languages);
    const embedder = models?.embedders.find(({ id }) => id === vectorset) ?? models?.embedder;
    const stemmed = [...new Set([language, ...Object.keys(languages)])].filter(Boolean);
    const semantic = query.minSemanticScore ?? embedder?.defaultMinScore ?? UNKNOWN_MIN_SCORE;
    return {
      parsed: parseQuery(query.query, stemmed, query.synonyms),
      language,
      stemmed,
      weight: requestedWeight(query) ?? weightOf(embedder, language, languages),
      minScore: { semantic, bm25: query.minKeywordScore },
      ...(embedder?.languages.includes(language) && { leastSimilar: embedder.defaultMinScore }),
      ...(embedder && { spoken: embedder.languages }),
      ...(models && { installed: new Map(models.embedders.map(({ id, dimensions }) => [id, dimensions])) }),
    };
  }
}

function weightOf(embedder: SpokenLanguages | undefined, language: string, languages: LanguageShares): number {
  return embedder ? semanticWeight(embedder, language, languages) : UNKNOWN_WEIGHT;
}

function requestedWeight({ fusion }: RetrievalQuery): number | undefined {
  return fusion.kind === 'convex' ? fusion.weight : undefined;
}

/** The part of a query that is sent to a keyword index. */
export function keywordsOf(parsed: ParsedQuery): Omit<ParsedQuery, 'words'> {
  const { words: _words, ...asked } = parsed;
  return asked;
}

/**
 * Whether to search by keyword; true also for a query that is empty or only excludes words, which matches everything.
 */
export function hasWords({ query }: Pick<RetrievalQuery, 'query'>, { terms, phrases }: ParsedQuery): boolean {
  return isUnasked(query) || terms.length + phrases.length > 0;
}

/**
 * Whether a query has a meaning beyond its words. Empty and fully quoted queries do not, if their words can be
 * searched. Neither do exclusions, because nothing can be similar to them.
 */
export function hasMeaning(
  { query, vector, legs }: Pick<RetrievalQuery, 'query' | 'vector' | 'legs'>,
  { terms, phrases }: ParsedQuery,
): boolean {
  const isQuotation = terms.length === 0 && phrases.length > 0;
  return vector !== undefined || (!isUnasked(query) && !(isQuotation && legs.has('keyword')));
}

/** Whether a query names nothing to search for. */
export function isUnasked(query: string): boolean {
  return withoutExclusions(query).trim() === '';
}

/** A collection counts as monolingual from this share of one language. */
const MAIN_SHARE = 0.9;
const CONFIDENCE_MIN = 0.5;

/**
 * The language of a query: the collection's language if it is monolingual, unless the query is clearly in another.
 *
 * @returns ISO 639-1, or empty when unknown
 */
export function queryLanguage(query: string, collection: LanguageShares): string {
  const [main] = Object.entries(collection);
  const detected = detectLanguage(query);
  if (main && main[1] >= MAIN_SHARE) return detected.confidence >= 0.9 ? detected.language : main[0];
  const candidates = Object.keys(collection);
  const among = candidates.length > 0 ? detectLanguage(query, { candidates }) : detected;
  if (among.confidence >= CONFIDENCE_MIN) return among.language;
  return detected.confidence >= CONFIDENCE_MIN ? detected.language : (main?.[0] ?? '');
}
