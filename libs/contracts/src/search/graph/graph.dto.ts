import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SECURITY_LIKE } from '../../knowledge-box/limits';
import { Anything, Either, RefuseLike, Satisfies } from '../../validation/decorators';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';

/** Results of one request. */
export const GRAPH_TOP_K_MAX = 500;

/** A query of the knowledge graph of a box. */
@RefuseLike(SECURITY_LIKE, 'security.groups')
export class GraphRequest {
  /**
   * A tree of conditions: objects with `prop`, joined by `and`, `or` and `not`.
   *
   * - `{"prop": "path", "source", "relation", "destination", "undirected"}` is an edge with its ends, each of which may
   *   be absent; paths only.
   * - `{"prop": "node", "value", "match", "type", "group"}` is a node, at either end of a path. `type` is `entity`
   *   unless it says `label`, `resource`, `user` or null for all. `match` is `exact`, `fuzzy` (values that begin with
   *   this one, up to one letter), `fuzzy_words` (one of the words does) or `semantic` (values that mean nearly the
   *   same; at most 8 of a query). Case, accents and spaces do not count.
   *   `source_node` and `destination_node` are the same at one end of a path.
   * - `{"prop": "relation", "label", "type", "match"}` is a relation; paths and relations only.
   * - `{"prop": "generated", "by", "da_task"}` is what `user`, `processor` or `data-augmentation` made; with `da_task`
   *   what tasks made whose ids begin so.
   *
   * At most 500 conditions.
   */
  @Anything() @Satisfies(filterExpressionProblem) query!: unknown;
  /** Most results. */
  @IsInt() @Min(0) @Max(GRAPH_TOP_K_MAX) top_k: number = 50;
  /**
   * Trees of conditions on fields (`field`) and on paragraphs (`paragraph`), joined by `operator` (`and` unless it is
   * `or`), as `filter_expression` of a find. Only edges of these fields: relations that a resource itself states pass
   * conditions on the resource, and none on fields. A condition on paragraphs holds of the paragraph that states an
   * edge, or that mentions the name first; edges without one pass none.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /**
   * Groups of the caller. Without it everything is found, unless the box enforces security: then public resources only.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Whether edges of hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
}
