import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { VECTORSET_CHARS_MAX } from '../../knowledge-box/limits';
import { Anything, Either, ForbidUnknown, ListOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { choice, decimal, flag } from '../../validation/node';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { QueryImage, rephrasePlaceholder } from '../query-image/query-image.dto';
import { QUERY_CHARS_MAX } from '../retrieval-request/retrieval-request.dto';

const DIMENSIONS_MAX = 8_192;
const disabled = choice('disabled');

/** How a text is searched by words. */
@ForbidUnknown()
export class KeywordOverride {
  /** Least BM25 score; 0 when absent. */
  @IsOptional() @Either(decimal({ ge: 0 })) min_score?: number | null;
  /** Whether the custom synonyms of the box are searched, too. */
  @IsBoolean() with_synonyms: boolean = false;
}

/** How a text is searched by meaning. */
@ForbidUnknown()
export class SemanticOverride {
  /** Used instead of embedding the text; of the dimensions of the vectorset. */
  @IsOptional() @ListOf(decimal(), { min: 1, max: DIMENSIONS_MAX }) vector?: number[] | null;
  /** Vectorset that is searched; the first one of the box when absent. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string | null;
  /** Least cosine similarity; that of the embedding model when absent. */
  @IsOptional() @Either(decimal()) min_score?: number | null;
}

/** Query of the knowledge graph besides a text. */
@ForbidUnknown()
export class GraphOverride {
  /** A query of paths, as that of `POST /kb/{kbid}/graph`. Without it the graph is not searched. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) query?: unknown;
}

/** How each index is searched, or `disabled`. */
@ForbidUnknown()
@Together<LegOverrides>(({ keyword, semantic, graph }) => {
  const hasGraph = typeof graph === 'object' && graph?.query !== undefined && graph.query !== null;
  return keyword === 'disabled' && semantic === 'disabled' && !hasGraph
    ? 'Nothing is searched: keyword and semantic are disabled, and graph has no query'
    : undefined;
})
export class LegOverrides {
  /** By words. */
  @IsOptional() @Either(disabled, () => KeywordOverride) keyword?: KeywordOverride | 'disabled' | null;
  /** By meaning. */
  @IsOptional() @Either(disabled, () => SemanticOverride) semantic?: SemanticOverride | 'disabled' | null;
  /** By the knowledge graph; only with a query of its own. */
  @IsOptional() @Either(disabled, () => GraphOverride) graph?: GraphOverride | 'disabled' | null;
}

/** How a text is rewritten. */
@ForbidUnknown()
export class RephraseOptions {
  /** With the placeholder `{question}`; that of the product when absent. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) @Satisfies(rephrasePlaceholder) prompt?: string | null;
}

/** A text that is searched by words and by meaning. */
@ForbidUnknown()
export class TextQuery {
  /**
   * Words, phrases in quotation marks, and words and phrases after `-` that matches must not have; words not in the
   * title of their resource either. Empty: everything that the filters leave.
   */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  /** How each index is searched, or `disabled`. */
  @Nested(() => LegOverrides) override: LegOverrides = new LegOverrides();
  /**
   * Whether the generative model rewrites the text before it is embedded and reranked, or how. The keyword search
   * uses `query` as it is.
   */
  @IsOptional() @Either(flag, () => RephraseOptions) rephrase?: boolean | RephraseOptions | null;
  /** An image that belongs to the text, which a generative model that reads images rewrites into words. */
  @IsOptional() @Nested(() => QueryImage) image?: QueryImage | null;
}

/** Query of the keyword index. */
@ForbidUnknown()
export class KeywordPart {
  /** Words, phrases in quotation marks, and words and phrases after `-`, as in a text. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  /** Least BM25 score. */
  @Either(decimal({ ge: 0 })) min_score: number = 0;
  /** Whether the custom synonyms of the box are searched, too. */
  @IsBoolean() with_synonyms: boolean = false;
}

/** Query of the vector index. */
@ForbidUnknown()
export class SemanticPart {
  /** A vector of the dimensions of the vectorset. */
  @ListOf(decimal(), { min: 1, max: DIMENSIONS_MAX }) query!: number[];
  /** Vectorset that is searched. */
  @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset!: string;
  /** Least cosine similarity. */
  @Either(decimal()) min_score: number = -1;
}

/** Query of the knowledge graph. */
@ForbidUnknown()
export class GraphPart {
  /** A query of paths, as that of `POST /kb/{kbid}/graph`. */
  @Anything() @Satisfies(filterExpressionProblem) query!: unknown;
}

/** One query per index; an index without a query is not searched. */
@ForbidUnknown()
@Together<QueryParts>(({ keyword, semantic, graph }) =>
  keyword || semantic || graph ? undefined : 'One of keyword, semantic and graph is needed',
)
export class QueryParts {
  /** By words. */
  @IsOptional() @Nested(() => KeywordPart) keyword?: KeywordPart | null;
  /** By meaning. */
  @IsOptional() @Nested(() => SemanticPart) semantic?: SemanticPart | null;
  /** By the knowledge graph. */
  @IsOptional() @Nested(() => GraphPart) graph?: GraphPart | null;
}
