/** Factor by which a request grows while the hits at its limit are equal. */
const GROWTH = 8;

export interface EqualHits<Hit> {
  /** Hits that are wanted. */
  readonly limit: number;
  /** Smallest request, where more than the hits that are wanted are asked for anyhow. */
  readonly min?: number;
  /** Largest request; the engine chooses among more equal hits. */
  readonly max: number;
  readonly scoreOf: (hit: Hit) => number;
}

/**
 * At least `limit` plus one hits, if that many exist, and all that are equal to the last requested one:
 * engines leave open which of equal hits they give, so that two of them, or two copies of one, would give others.
 *
 * @param search gives the best hits, best first
 */
export async function withEqualHits<Hit>(
  search: (size: number) => Promise<readonly Hit[]>,
  { limit, min = 0, max, scoreOf }: EqualHits<Hit>,
): Promise<readonly Hit[]> {
  let size = Math.max(limit + 1, min);
  for (;;) {
    const hits = await search(size);
    const [wanted, last] = [hits[limit - 1], hits.at(-1)];
    const isCut = hits.length >= size && wanted && last && scoreOf(wanted) === scoreOf(last);
    if (!isCut || size >= max) return hits;
    size = Math.min(size * GROWTH, max);
  }
}
