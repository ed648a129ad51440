import { type IndexFilter, invalidQuery } from '@lectern/contracts/core';
import type {
  FeatureName,
  FilteredRequest,
  RetrievalRequest,
  SearchFeatureName,
  SearchRequest,
} from '@lectern/contracts/search';
import type { FusionSettings } from '@lectern/ranking';
import type { Synonyms } from '@lectern/text';
import {
  compileFilterExpression,
  compileKeywordFilters,
  compileLegacyFilters,
  visibilityFilter,
} from '@lectern/filters';
import type { RequestScope } from './request-scopes';
import type { Leg } from '@lectern/activity';
import type { RetrievalQuery } from './retrieval-query';

const FUSION_WINDOW_MAX = 500;
const RERANKER_WINDOW_MAX = 200;
/** Deep enough that normalised scores mean something; 100 costs nDCG@10 .2 to .7 % (docs/benchmarks.md). */
const CONVEX_WINDOW = 200;

/** Warning of a retrieval that continues without synonyms. */
export const WITHOUT_SYNONYMS = 'The synonyms could not be read: results are by the words of the query only';

type KeywordFiltered = FilteredRequest & Partial<Pick<RetrievalRequest, 'keyword_filters'>>;
interface Featured {
  readonly features: readonly (FeatureName | SearchFeatureName)[];
}
type Queried<R> = R & { readonly query: string; readonly top_k: number };

/** Compiles a find or ask request. @throws AppError `invalid_query`, `invalid_request` */
export function compileQuery(request: Queried<RetrievalRequest>, scope: RequestScope): RetrievalQuery {
  const rerankerWindow = rerankerWindowOf(request);
  const fusion = fusionSettings(request, rerankerWindow);
  return { ...compileFiltered(request, legsOf(request.features), scope), fusion, rerankerWindow };
}

/** Compiles a search, which returns separate lists. @throws AppError `invalid_query`, `invalid_request` */
export function compileSearch(request: SearchRequest, scope: RequestScope): RetrievalQuery {
  const window = request.offset + request.top_k;
  const fusion: FusionSettings = { kind: 'rrf', k: 60, window, boosting: { keyword: 1, semantic: 1, graph: 1 } };
  return { ...compileFiltered(request, legsOf(request.features), scope), fusion, rerankerWindow: 0 };
}

function compileFiltered(
  request: Queried<KeywordFiltered & Featured>,
  legs: ReadonlySet<Leg>,
  scope: RequestScope,
): Omit<RetrievalQuery, 'fusion' | 'rerankerWindow'> {
  const { kbid, settings, visibility, within, synonyms } = scope;
  const vectorset = request.vectorset || (settings.vectorsets[0] ?? '');
  const parts = [...visibilityFilter(visibility), ...within, ...requestFilters(request, scope)];
  return {
    kbid,
    query: request.query,
    ...synonymsOf(request, synonyms),
    legs,
    visibility,
    filter: parts.length === 0 ? undefined : { all: parts },
    topK: request.top_k,
    vectorset: request.vectorset ?? undefined,
    vectorsets: settings.vectorsets,
    rebuilding: settings.rebuilding,
    emptied: settings.emptied,
    embedding: settings.embedding.some((id) => id === vectorset || id === ''),
    minSemanticScore: minSemanticScore(request),
    minKeywordScore: typeof request.min_score === 'object' ? (request.min_score?.bm25 ?? 0) : 0,
    withDuplicates: request.with_duplicates,
  };
}

const byWords: readonly string[] = ['keyword', 'paragraphs', 'fulltext'];

/** Synonyms expand keywords; queries by meaning do not use them. */
function synonymsOf(
  request: Queried<KeywordFiltered & Featured>,
  synonyms: Synonyms | undefined,
): Pick<RetrievalQuery, 'synonyms' | 'lacking'> {
  if (!request.with_synonyms || request.query.trim() === '') return {};
  if (request.features.some((feature) => !byWords.includes(feature)))
    throw invalidQuery('synonyms', 'Search with custom synonyms is only supported on paragraph and document search');
  return synonyms ? { synonyms } : { lacking: WITHOUT_SYNONYMS };
}

function legsOf(features: readonly (FeatureName | SearchFeatureName)[]): ReadonlySet<Leg> {
  return new Set(
    features.flatMap((feature): Leg[] => {
      if (feature === 'relations' || feature === 'graph') return [];
      return [feature === 'semantic' || feature === 'vectors' ? 'semantic' : 'keyword'];
    }),
  );
}

function requestFilters(
  request: KeywordFiltered,
  { slugs, paragraphLabelsets, ...found }: RequestScope,
): IndexFilter[] {
  const legacy = [
    ...compileLegacyFilters(request, paragraphLabelsets),
    ...compileKeywordFilters(request.keyword_filters ?? [], found.keywords ?? new Map()),
  ];
  if (request.filter_expression === undefined || request.filter_expression === null) return legacy;
  if (legacy.length > 0) throw invalidQuery('filter_expression', 'Cannot mix old filters with filter_expression');
  const expression = compileFilterExpression(request.filter_expression, slugs, found);
  return expression ? [expression] : [];
}

function minSemanticScore({ min_score: score }: FilteredRequest): number | undefined {
  if (typeof score === 'number') return score;
  return score?.semantic ?? score?.vector ?? undefined;
}

function fusionSettings(
  request: RetrievalRequest & { readonly top_k: number },
  rerankerWindow: number,
): FusionSettings {
  const { rank_fusion: asked } = request;
  const window = (wanted: number) => Math.min(Math.max(wanted, request.top_k, rerankerWindow, 1), FUSION_WINDOW_MAX);
  if (asked === undefined || asked === null) return { kind: 'convex', window: window(CONVEX_WINDOW) };
  if (typeof asked === 'string')
    return { kind: 'rrf', k: 60, window: window(0), boosting: { keyword: 1, semantic: 1 } };
  if (asked.name === 'wCombSUM') {
    const weight = asked.semantic_weight ?? undefined;
    return { kind: 'convex', window: window(asked.window || CONVEX_WINDOW), ...(weight !== undefined && { weight }) };
  }
  return { kind: 'rrf', k: asked.k, window: window(asked.window ?? 0), boosting: asked.boosting };
}

function rerankerWindowOf({ reranker, top_k: topK }: RetrievalRequest & { readonly top_k: number }): number {
  if (reranker === 'noop') return 0;
  const explicit = typeof reranker === 'object' ? reranker.window : undefined;
  return Math.min(explicit ? Math.max(explicit, topK) : 2 * topK, RERANKER_WINDOW_MAX);
}
