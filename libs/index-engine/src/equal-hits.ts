/** Factor by which a request grows while the hits at its end have equal scores. */
const GROWTH = 8;

export interface EqualHits<Hit> {
  /** Number of wanted hits. */
  readonly limit: number;
  /** Size of the smallest request, if a smaller one costs no less. Default: `limit` plus one. */
  readonly least?: number;
  /** Size of the largest request; among more equal hits, the engine chooses. */
  readonly max: number;
  readonly scoreOf: (hit: Hit) => number;
}

/**
 * At least `limit` plus one hits, if that many exist, and all hits with the score of the last wanted one. Engines do
 * not define which of equal hits they return, so two engines, or two copies of one, could return different ones.
 *
 * @param search returns the best hits, best first
 */
export async function withEqualHits<Hit>(
  search: (size: number) => Promise<readonly Hit[]>,
  { limit, least = 0, max, scoreOf }: EqualHits<Hit>,
): Promise<readonly Hit[]> {
  let size = Math.max(limit + 1, least);
  for (;;) {
    const hits = await search(size);
    const [wanted, last] = [hits[limit - 1], hits.at(-1)];
    const isCut = hits.length >= size && wanted && last && scoreOf(wanted) === scoreOf(last);
    if (!isCut || size >= max) return hits;
    size = Math.min(size * GROWTH, max);
  }
}
