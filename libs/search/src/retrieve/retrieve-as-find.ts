import {
  type FeatureName,
  FindRequest,
  KeywordOverride,
  type QueryParts,
  type RetrieveRequest,
  SemanticOverride,
  type TextQuery,
} from '@lectern/contracts/search';

/** A retrieval expressed as a find, so that both use the same code. */
export interface AsFind {
  readonly find: FindRequest;
  /** Whether to search for synonyms; a find does not if it also searches by meaning. */
  readonly withSynonyms: boolean;
  /** Location of the graph query in the request. */
  readonly graphLoc: readonly string[];
}

type Searched = Pick<
  FindRequest,
  | 'query'
  | 'features'
  | 'vector'
  | 'vectorset'
  | 'min_score'
  | 'graph_query'
  | 'rephrase'
  | 'rephrase_prompt'
  | 'query_image'
>;
type Said = Omit<AsFind, 'find'> & { readonly searched: Searched };

/** Converts a retrieval request to a find request. */
export function retrieveAsFind({ query, top_k, filters, rank_fusion, reranker }: RetrieveRequest): AsFind {
  const { searched, ...said } = 'query' in query ? ofText(query) : ofParts(query);
  const { filter_expression, show_hidden, security, with_duplicates } = filters;
  const find = Object.assign(new FindRequest(), searched, {
    top_k,
    filter_expression,
    show_hidden,
    security,
    with_duplicates,
    rank_fusion,
    reranker: reranker ?? 'noop',
    show: [],
  });
  return { find, ...said };
}

function ofText({ query, override, rephrase, image }: TextQuery): Said {
  const { keyword, semantic, graph } = override;
  const byWords = keyword === 'disabled' ? undefined : (keyword ?? new KeywordOverride());
  const byMeaning = semantic === 'disabled' ? undefined : (semantic ?? new SemanticOverride());
  const byGraph = graph === 'disabled' ? undefined : graph?.query;
  return {
    searched: {
      query,
      features: featuresOf({ keyword: byWords, semantic: byMeaning, graph: byGraph }),
      vector: byMeaning?.vector,
      vectorset: byMeaning?.vectorset,
      min_score: { semantic: byMeaning?.min_score, bm25: byWords?.min_score ?? 0 },
      graph_query: byGraph,
      rephrase: rephrase !== false && rephrase !== null && rephrase !== undefined,
      rephrase_prompt: typeof rephrase === 'object' ? rephrase?.prompt : undefined,
      query_image: image,
    },
    withSynonyms: byWords?.with_synonyms ?? false,
    graphLoc: ['body', 'query', 'override', 'graph', 'query'],
  };
}

function ofParts({ keyword, semantic, graph }: QueryParts): Said {
  return {
    searched: {
      query: keyword?.query ?? '',
      features: featuresOf({ keyword, semantic, graph: graph?.query }),
      vector: semantic?.query,
      vectorset: semantic?.vectorset,
      min_score: { semantic: semantic?.min_score, bm25: keyword?.min_score ?? 0 },
      graph_query: graph?.query,
    },
    withSynonyms: keyword?.with_synonyms ?? false,
    graphLoc: ['body', 'query', 'graph', 'query'],
  };
}

function featuresOf(wanted: Readonly<Record<'keyword' | 'semantic' | 'graph', unknown>>): FeatureName[] {
  const all = ['keyword', 'semantic', 'graph'] as const;
  return all.filter((leg) => wanted[leg] !== undefined && wanted[leg] !== null);
}
