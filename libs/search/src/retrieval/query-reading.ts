import { semanticWeight, type SpokenLanguages } from '@lectern/ranking';
import { parseQuery, type ParsedQuery, withoutExclusions } from '@lectern/text';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { LanguageShares } from '../box/collection-profile';
import { ZoneModels } from '../models/zone-models';
import type { RetrievalQuery } from '../query/retrieval-query';
import { queryLanguage } from './query-language';

/** What a query says, read with the languages of its box and the models that are installed. */
export interface QueryReading {
  readonly parsed: ParsedQuery;
  /** ISO 639-1, or empty. */
  readonly language: string;
  /** Languages whose stems are looked for. */
  readonly stemmed: readonly string[];
  /** What a hit by meaning counts against one by words, from 0 to 1. */
  readonly weight: number;
  readonly minScore: { readonly semantic: number; readonly bm25: number };
  /** Least score of the embedding model that is asked, where it reads the language of the query. */
  readonly leastSimilar?: number;
  /** Languages that the embedding model speaks that is asked; `*` for all. Absent when nobody could say which. */
  readonly spoken?: readonly string[];
  /** Dimensions of the models that are installed, by id; absent when nobody could say which are. */
  readonly installed?: ReadonlyMap<string, number>;
}

/** Until somebody says which models there are: a vector of the request is searched, too. */
const UNKNOWN_WEIGHT = 0.5;
const UNKNOWN_MIN_SCORE = 0.7;

/** A query that makes what queries are read with load. */
const FIRST_QUERY = 'what was asked first';

/** Reads queries. */
@Injectable()
export class QueryReadings implements OnApplicationBootstrap {
  constructor(private readonly models: ZoneModels) {}

  /** Tables of languages are large: they are there before anybody asks. */
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

/** What a keyword index is asked of a query. */
export function keywordsOf(parsed: ParsedQuery): Omit<ParsedQuery, 'words'> {
  const { words: _words, ...asked } = parsed;
  return asked;
}

/** Whether words can be looked for: everything, for a query that is empty or only excludes words. */
export function hasWords({ query }: Pick<RetrievalQuery, 'query'>, { terms, phrases }: ParsedQuery): boolean {
  return isUnasked(query) || terms.length + phrases.length > 0;
}

/**
 * Neither an empty query nor one that is all quotation means more than its words, where those can be found. What is
 * excluded has no meaning that something could be near to.
 */
export function hasMeaning(
  { query, vector, legs }: Pick<RetrievalQuery, 'query' | 'vector' | 'legs'>,
  { terms, phrases }: ParsedQuery,
): boolean {
  const isQuotation = terms.length === 0 && phrases.length > 0;
  return vector !== undefined || (!isUnasked(query) && !(isQuotation && legs.has('keyword')));
}

/** Whether a query names nothing that results should have. */
export function isUnasked(query: string): boolean {
  return withoutExclusions(query).trim() === '';
}
