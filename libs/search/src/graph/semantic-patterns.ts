import type { GraphQuery, NodePattern, RelationPattern, SimilarName } from '@lectern/contracts/knowledge-box';

/** A pattern whose name is compared by meaning. */
export type SemanticPattern = NodePattern | RelationPattern;

/** The semantic patterns of a query, in order. */
export function semanticPatternsIn(query: GraphQuery): readonly SemanticPattern[] {
  const found: SemanticPattern[] = [];
  withSimilar(query, (pattern) => {
    found.push(pattern);
    return undefined;
  });
  return found;
}

/** Replaces the semantic patterns of the query with the names that match them. */
export function withSimilar(
  query: GraphQuery,
  similar: (pattern: SemanticPattern) => readonly SimilarName[] | undefined,
): GraphQuery {
  const each = (part: GraphQuery) => withSimilar(part, similar);
  const named = <P extends SemanticPattern>(pattern: P): P =>
    pattern.match === 'semantic' ? { ...pattern, similar: similar(pattern) ?? [] } : pattern;
  if ('all' in query) return { all: query.all.map(each) };
  if ('any' in query) return { any: query.any.map(each) };
  if ('not' in query) return { not: each(query.not) };
  if ('node' in query) return { ...query, node: named(query.node) };
  if ('relation' in query) return { relation: named(query.relation) };
  if ('generatedBy' in query) return query;
  const { source, relation, destination, undirected } = query.path;
  return {
    path: {
      ...(source && { source: named(source) }),
      ...(relation && { relation: named(relation) }),
      ...(destination && { destination: named(destination) }),
      undirected,
    },
  };
}
