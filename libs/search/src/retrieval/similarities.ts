import type { FusedHit, Ranking } from '@lectern/ranking';

interface Known {
  /** Minimum score of a model that supports the query; absent if there is none. */
  readonly least?: number;
  /** The model's hits. */
  readonly semantic: Ranking;
  /** Hits whose similarity is not yet known. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * Semantic similarity of hits to the query, by id, scaled so that 0 is the model's minimum score and 1 is identical
 * meaning. Hits that the model did not find have 0. Unknown similarities are left out; if no model supports the query,
 * all are.
 */
export function similaritiesOf(
  hits: readonly FusedHit[],
  { least, semantic, unknown }: Known,
): ReadonlyMap<string, number> {
  if (least === undefined || least >= 1 || semantic.length === 0) return new Map();
  const known = hits.filter(({ id }) => !unknown.has(id));
  return new Map(
    known.map(({ id, legs }) => {
      const score = legs.find(({ leg }) => leg === 'semantic')?.score ?? least;
      return [id, Math.min(1, Math.max(0, (score - least) / (1 - least)))];
    }),
  );
}
