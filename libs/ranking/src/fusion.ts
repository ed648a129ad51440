import type { ScoreType } from '@lectern/contracts/search';
import { convexTerms, normalised } from './convex-fusion';
import { type Ranking, reciprocalRankTerms, summed, type WeightedRanking } from './reciprocal-rank-fusion';

/** Reciprocal ranks when a request asks for them, otherwise normalised scores. */
export type FusionSettings =
  | { readonly kind: 'rrf'; readonly k: number; readonly window: number; readonly boosting: LegWeights }
  | {
      readonly kind: 'convex';
      readonly window: number;
      /** Share of the semantic leg, 0..1, instead of what its model deserves. */
      readonly weight?: number;
    };

export interface LegWeights {
  readonly keyword: number;
  readonly semantic: number;
  /** 1 when absent. */
  readonly graph?: number;
}

/** What one leg says of a hit. */
export interface LegScore {
  readonly leg: 'keyword' | 'semantic' | 'graph';
  /** As its index gave it. */
  readonly score: number;
  /** Place in its ranking, from 0. */
  readonly rank: number;
  /** What it adds to the fused score; absent when nothing was fused. */
  readonly term?: number;
}

export interface FusedHit {
  readonly id: string;
  /** The sum of the terms of the legs, or the score of the only leg. */
  readonly score: number;
  readonly type: Exclude<ScoreType, 'RERANKER'>;
  /** Of the legs that found it. */
  readonly legs: readonly LegScore[];
  /** How the score came about; absent when only one leg has hits. */
  readonly fusion?: FusionSettings['kind'];
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
  const [first, ...others] = rankingsOf({ keyword, semantic, graph });
  if (others.length === 0) return first ? onlyHits(first) : [];
  const weights =
    settings.kind === 'rrf' ? settings.boosting : { keyword: 1 - semanticWeight, semantic: semanticWeight };
  const ofGraph = settings.kind === 'rrf' ? (weights.graph ?? 1) : GRAPH_WEIGHT;
  const weighted: readonly (LegRanking & WeightedRanking)[] = [
    ...textLegs({ keyword, semantic, unknown }, weights, settings.kind),
    ...(graph.length > 0 ? [{ leg: 'graph' as const, ranking: graph, weight: ofGraph }] : []),
  ];
  const terms = settings.kind === 'rrf' ? reciprocalRankTerms(weighted, settings.k) : convexTerms(weighted);
  const legsOf = new Map<string, LegScore[]>();
  for (const [i, { leg, ranking }] of weighted.entries()) {
    for (const [rank, { id, score }] of ranking.entries()) {
      const own = { leg, score, rank, term: terms[i]?.get(id) ?? 0 };
      legsOf.set(id, [...(legsOf.get(id) ?? []), own]);
    }
  }
  return summed(terms).map(({ id, score }) => {
    const legs = legsOf.get(id) ?? [];
    return { id, score, type: hitType(legs), legs, fusion: settings.kind };
  });
}

interface LegRanking {
  readonly leg: LegScore['leg'];
  readonly ranking: Ranking;
}

/** Of the legs that have hits. */
function rankingsOf({ keyword, semantic, graph = [] }: Legs): LegRanking[] {
  const all: readonly LegRanking[] = [
    { leg: 'keyword', ranking: keyword },
    { leg: 'semantic', ranking: semantic },
    { leg: 'graph', ranking: graph },
  ];
  return all.filter(({ ranking }) => ranking.length > 0);
}

function onlyHits({ leg, ranking }: LegRanking): FusedHit[] {
  return ranking.map(({ id, score }, rank) => {
    const legs = [{ leg, score, rank }];
    return { id, score, type: hitType(legs), legs };
  });
}

type TextLegs = Required<Omit<Legs, 'graph'>>;

function textLegs(
  { keyword, semantic, unknown }: TextLegs,
  weights: LegWeights,
  kind: FusionSettings['kind'],
): (LegRanking & WeightedRanking)[] {
  // In a convex fusion, a leg alone has the weight of both.
  const alone = (weight: number) => (kind === 'rrf' ? weight : weights.keyword + weights.semantic);
  if (semantic.length === 0) return [{ leg: 'keyword', ranking: keyword, weight: alone(weights.keyword) }];
  if (keyword.length === 0) return [{ leg: 'semantic', ranking: semantic, weight: alone(weights.semantic) }];
  const known = kind === 'rrf' ? 1 : 1 - unknown.size / keyword.length;
  const own = { keyword: weights.keyword + weights.semantic * (1 - known), semantic: weights.semantic * known };
  const ratio = kind === 'rrf' || unknown.size === 0 ? 1 : similarityRatio({ keyword, semantic, unknown });
  const ofUnknown = own.keyword + own.semantic * ratio;
  return [
    {
      leg: 'keyword',
      ranking: keyword,
      weight: own.keyword,
      weights: new Map([...unknown].map((id) => [id, ofUnknown])),
    },
    { leg: 'semantic', ranking: semantic, weight: own.semantic },
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

function hitType(legs: readonly LegScore[]): FusedHit['type'] {
  const [byWords, byMeaning] = [legs.some(({ leg }) => leg === 'keyword'), legs.some(({ leg }) => leg === 'semantic')];
  if (byWords && byMeaning) return 'BOTH';
  if (byWords) return 'BM25';
  return byMeaning ? 'VECTOR' : 'RELATION_RELEVANCE';
}
