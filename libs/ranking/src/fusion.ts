import type { ScoreType } from '@lectern/contracts/search';
import { convexFusion, normalised } from './convex-fusion';
import { type Ranking, reciprocalRankFusion } from './reciprocal-rank-fusion';

/** Reciprocal ranks when a request asks for them, otherwise normalised scores. */
export type FusionSettings =
  | { readonly kind: 'rrf'; readonly k: number; readonly window: number; readonly boosting: LegWeights }
  | { readonly kind: 'convex'; readonly window: number };

export interface LegWeights {
  readonly keyword: number;
  readonly semantic: number;
}

export interface FusedHit {
  readonly id: string;
  readonly score: number;
  readonly type: Extract<ScoreType, 'BM25' | 'VECTOR' | 'BOTH'>;
}

export interface Legs {
  readonly keyword: Ranking;
  readonly semantic: Ranking;
  /** Hits of the keyword leg that the semantic one does not know, so that their similarity is unknown and not 0. */
  readonly unknown?: ReadonlySet<string>;
}

/**
 * One ranking out of two. When only one leg has hits, its order, scores and types stay as they are.
 *
 * A hit of unknown similarity is scored by its words in both legs: by its rank with the weight of both, or in a convex
 * fusion by its normalised score times what known hits have of similarity for each unit of theirs (ratio imputation:
 * Cochran, "Sampling Techniques", 1977, ch. 6). Normalised, the best of few embedded paragraphs has the score of the
 * best of all: so there the semantic leg has its weight only in proportion to the known hits, and the keyword leg the
 * rest. Without unknown hits nothing of this has an effect.
 *
 * @param semanticWeight share of the semantic leg in a convex fusion, 0..1
 */
export function fuse(
  { keyword, semantic, unknown = new Set() }: Legs,
  settings: FusionSettings,
  semanticWeight: number,
): FusedHit[] {
  if (semantic.length === 0) return keyword.map((hit) => ({ ...hit, type: 'BM25' }));
  if (keyword.length === 0) return semantic.map((hit) => ({ ...hit, type: 'VECTOR' }));
  const weights =
    settings.kind === 'rrf' ? settings.boosting : { keyword: 1 - semanticWeight, semantic: semanticWeight };
  const legs = legsOf({ keyword, semantic, unknown }, weights, settings.kind);
  const fused = settings.kind === 'rrf' ? reciprocalRankFusion(legs, settings.k) : convexFusion(legs);
  const [byWords, byMeaning] = [idsOf(keyword), idsOf(semantic)];
  return fused.map(({ id, score }) => ({ id, score, type: typeOf(byWords.has(id), byMeaning.has(id)) }));
}

function legsOf({ keyword, semantic, unknown }: Required<Legs>, weights: LegWeights, kind: FusionSettings['kind']) {
  const known = kind === 'rrf' ? 1 : 1 - unknown.size / keyword.length;
  const own = { keyword: weights.keyword + weights.semantic * (1 - known), semantic: weights.semantic * known };
  const ratio = kind === 'rrf' || unknown.size === 0 ? 1 : similarityRatio({ keyword, semantic, unknown });
  const ofUnknown = own.keyword + own.semantic * ratio;
  return [
    { ranking: keyword, weight: own.keyword, weights: new Map([...unknown].map((id) => [id, ofUnknown])) },
    { ranking: semantic, weight: own.semantic },
  ];
}

/** Normalised similarity of known hits of the keyword leg over their normalised score, 0..1; 1 when there are none. */
function similarityRatio({ keyword, semantic, unknown }: Required<Legs>): number {
  const similarities = new Map(normalised(semantic).map(({ id, score }) => [id, score]));
  const known = normalised(keyword).filter(({ id }) => !unknown.has(id));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const byWords = sum(known.map(({ score }) => score));
  return byWords === 0 ? 1 : Math.min(1, sum(known.map(({ id }) => similarities.get(id) ?? 0)) / byWords);
}

function idsOf(ranking: Ranking): ReadonlySet<string> {
  return new Set(ranking.map(({ id }) => id));
}

function typeOf(byWords: boolean, byMeaning: boolean): FusedHit['type'] {
  if (byWords && byMeaning) return 'BOTH';
  return byWords ? 'BM25' : 'VECTOR';
}
