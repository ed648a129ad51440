import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SECURITY_LIKE } from '../../knowledge-box/limits';
import { Anything, Either, RefuseLike, Satisfies } from '../../validation/decorators';
import { filterExpressionProblem } from '../filter-bounds';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';

/** Results of one request. */
export const GRAPH_TOP_K_MAX = 500;

/** What is looked for in the knowledge graph of a box, and where. */
@RefuseLike(SECURITY_LIKE, 'security.groups')
export class GraphRequest {
  /**
   * A tree of conditions: objects with `prop`, joined by `and`, `or` and `not`.
   *
   * - `{"prop": "path", "source", "relation", "destination", "undirected"}` is an edge with its ends, each of which may
   *   be absent; paths only.
   * - `{"prop": "node", "value", "match", "type", "group"}` is a node, at either end of a path. `type` is `entity`
   *   unless it says `label`, `resource`, `user` or null for all. `match` is `exact`, `fuzzy` (values that begin with
   *   this one, up to one letter) or `fuzzy_words` (one of the words does). Case, accents and spaces do not count.
   *   `source_node` and `destination_node` are the same at one end of a path.
   * - `{"prop": "relation", "label", "type"}` is a relation; paths and relations only.
   * - `{"prop": "generated", "by", "da_task"}` is what `user`, `processor` or `data-augmentation` made; with `da_task`
   *   what tasks made whose ids begin so.
   *
   * `match` `semantic` is not supported by this version. At most 500 conditions.
   */
  @Anything() @Satisfies(filterExpressionProblem) query!: unknown;
  /** Most results. */
  @IsInt() @Min(0) @Max(GRAPH_TOP_K_MAX) top_k: number = 50;
  /**
   * A tree of conditions on fields (`field`), as `filter_expression` of a find: only edges of these fields. What a
   * resource itself states passes conditions on the resource, and none on fields.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /**
   * Groups of the caller. Without it everything is found, unless the box enforces security: then public resources only.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Whether edges of hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
}
