/** How good one ranking is. */
export interface Quality {
  readonly ndcg10: number;
  readonly averagePrecision: number;
  readonly recall100: number;
}

/**
 * @param ranking document ids, best first, unique
 * @param relevance by document id; > 0 is relevant
 * nDCG with gains of the relevance itself and a log2(rank + 1) discount, as trec_eval's `ndcg_cut`; average precision
 * over the whole ranking. Sources: Järvelin & Kekäläinen, TOIS 2002; Voorhees & Harman, TREC, 2005.
 */
export function qualityOf(ranking: readonly string[], relevance: ReadonlyMap<string, number>): Quality {
  const gains = ranking.map((id) => Math.max(relevance.get(id) ?? 0, 0));
  const ideal = [...relevance.values()].filter((gain) => gain > 0).sort((a, b) => b - a);
  return {
    ndcg10: ratio(discounted(gains), discounted(ideal)),
    averagePrecision: averagePrecision(gains, ideal.length),
    recall100: ratio(gains.slice(0, 100).filter((gain) => gain > 0).length, ideal.length),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

function averagePrecision(gains: readonly number[], relevant: number): number {
  let [found, sum] = [0, 0];
  gains.forEach((gain, i) => {
    if (gain > 0) sum += ++found / (i + 1);
  });
  return ratio(sum, relevant);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

export function mean(values: readonly number[]): number {
  return ratio(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

/**
 * Share of the relevant documents that are among the first `k`.
 *
 * @param ranking document ids, best first, unique
 * @param relevant how many documents are relevant, > 0
 */
export function recallAt(k: number, ranking: readonly string[], { isRelevant, relevant }: Relevance): number {
  return ratio(ranking.slice(0, k).filter(isRelevant).length, relevant);
}

/** Which documents answer a question. */
export interface Relevance {
  readonly isRelevant: (id: string) => boolean;
  readonly relevant: number;
}

const ROUNDS = 10_000;

/**
 * How often chance alone makes a difference of means as large as that of `a` and `b`: two-sided paired randomisation
 * test, 10,000 seeded sign flips. Source: Smucker, Allan & Carterette, CIKM 2007.
 */
export function pairedSignificance(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((value, i) => value - (b[i] ?? 0));
  const observed = Math.abs(mean(differences));
  const random = seeded(42);
  let asLarge = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const flipped = differences.reduce((sum, difference) => sum + (random() < 0.5 ? difference : -difference), 0);
    if (Math.abs(flipped / differences.length) >= observed - 1e-12) asLarge += 1;
  }
  return asLarge / ROUNDS;
}

/** A mean with the interval that holds the true one in 95 of 100 cases. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** How many values it is made of. */
  readonly count: number;
}

const RESAMPLES = 2_000;

/**
 * The mean with its 95 % interval: percentile bootstrap, 2,000 seeded resamples, the same for the same values. Source:
 * Efron & Tibshirani, An Introduction to the Bootstrap, 1993, §13.3.
 *
 * @returns undefined for no values
 */
export function estimateOf(values: readonly number[]): Estimate | undefined {
  if (values.length === 0) return undefined;
  const random = seeded(42);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn += 1) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? 0;
  return { mean: mean(values), low: at(0.025), high: at(0.975), count: values.length };
}

/** Mulberry32: small, fast, good enough for flipping signs. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
