import type { ScoreType } from '@lectern/contracts';
import { convexFusion } from './convex-fusion';
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
 * A hit of unknown similarity is scored by the leg that knows it, with the weight of both, as CombANZ averages over the
 * systems that have a score (Fox & Shaw, "Combination of Multiple Searches", TREC-2, 1994). Normalised, the best of few
 * embedded paragraphs has the score of the best of all: so in a convex fusion the semantic leg has its weight only in
 * proportion to the known hits, and the keyword leg the rest. Without unknown hits nothing of this has an effect.
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
  const known = settings.kind === 'rrf' ? 1 : 1 - unknown.size / keyword.length;
  const both = weights.keyword + weights.semantic;
  const legs = [
    {
      ranking: keyword,
      weight: weights.keyword + weights.semantic * (1 - known),
      weights: new Map([...unknown].map((id) => [id, both])),
    },
    { ranking: semantic, weight: weights.semantic * known },
  ];
  const fused = settings.kind === 'rrf' ? reciprocalRankFusion(legs, settings.k) : convexFusion(legs);
  const [byWords, byMeaning] = [idsOf(keyword), idsOf(semantic)];
  return fused.map(({ id, score }) => ({ id, score, type: typeOf(byWords.has(id), byMeaning.has(id)) }));
}

function idsOf(ranking: Ranking): ReadonlySet<string> {
  return new Set(ranking.map(({ id }) => id));
}

function typeOf(byWords: boolean, byMeaning: boolean): FusedHit['type'] {
  if (byWords && byMeaning) return 'BOTH';
  return byWords ? 'BM25' : 'VECTOR';
}
