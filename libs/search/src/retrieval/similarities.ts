import type { FusedHit, Ranking } from '@lectern/ranking';

interface Known {
  /** Least score of a model that reads the query; absent where none does. */
  readonly least?: number;
  /** What the model found. */
  readonly semantic: Ranking;
  /** Hits whose similarity is not known yet. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * How near hits are to the query in meaning, by id, on a scale of which models' least scores are 0 and 1 is the same
 * meaning. What the model did not find has 0; nothing is said of what is unknown, or where no model reads the query.
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
