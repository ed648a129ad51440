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
  /** 1 when absent. */
  readonly graph?: number;
}

export interface FusedHit {
  readonly id: string;
  readonly score: number;
  readonly type: Exclude<ScoreType, 'RERANKER'>;
}

export interface Legs {
  readonly keyword: Ranking;
  readonly semantic: Ranking;
  /** Hits of the keyword leg that the semantic one does not know, so that their similarity is unknown and not 0. */
  readonly unknown?: ReadonlySet<string>;
  /** Paragraphs that state paths of the knowledge graph. */
  readonly graph?: Ranking;
}

/** Of the graph in a convex fusion, where both other legs together have 1: as much as each of them on the average. */
const GRAPH_WEIGHT = 0.5;

/**
 * One ranking out of all. When only one leg has hits, its order, scores and types stay as they are.
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
  { keyword, semantic, unknown = new Set(), graph = [] }: Legs,
  settings: FusionSettings,
  semanticWeight: number,
): FusedHit[] {
  const [first, ...others] = [keyword, semantic, graph].filter((ranking) => ranking.length > 0);
  if (others.length === 0)
    return (first ?? []).map((hit) => ({ ...hit, type: typeOfOnly(first, { keyword, semantic }) }));
  const weights =
    settings.kind === 'rrf' ? settings.boosting : { keyword: 1 - semanticWeight, semantic: semanticWeight };
  const ofGraph = settings.kind === 'rrf' ? (weights.graph ?? 1) : GRAPH_WEIGHT;
  const legs = [
    ...textLegs({ keyword, semantic, unknown }, weights, settings.kind),
    ...(graph.length > 0 ? [{ ranking: graph, weight: ofGraph }] : []),
  ];
  const fused = settings.kind === 'rrf' ? reciprocalRankFusion(legs, settings.k) : convexFusion(legs);
  const [byWords, byMeaning] = [idsOf(keyword), idsOf(semantic)];
  return fused.map(({ id, score }) => ({ id, score, type: typeOf(byWords.has(id), byMeaning.has(id)) }));
}

type TextLegs = Required<Omit<Legs, 'graph'>>;

function textLegs({ keyword, semantic, unknown }: TextLegs, weights: LegWeights, kind: FusionSettings['kind']) {
  // In a convex fusion, a leg alone has the weight of both.
  const alone = (weight: number) => (kind === 'rrf' ? weight : weights.keyword + weights.semantic);
  if (semantic.length === 0) return [{ ranking: keyword, weight: alone(weights.keyword) }];
  if (keyword.length === 0) return [{ ranking: semantic, weight: alone(weights.semantic) }];
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
function similarityRatio({ keyword, semantic, unknown }: TextLegs): number {
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
  if (byWords) return 'BM25';
  return byMeaning ? 'VECTOR' : 'RELATION_RELEVANCE';
}

function typeOfOnly(ranking: Ranking | undefined, { keyword, semantic }: Pick<Legs, 'keyword' | 'semantic'>) {
  return typeOf(ranking === keyword, ranking === semantic);
}
