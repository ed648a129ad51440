import type { FusionName, RerankerTerms, ScoreExplanation, ScoreStep } from '@lectern/contracts/search';
import type { LexicalTerms } from '@lectern/ranking';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import type { RankedResults } from '../retrieval/retrieval.pipeline';

const fusionNames = { rrf: 'rrf', convex: 'wCombSUM' } as const satisfies Record<string, FusionName>;

/** The scores of a paragraph, stage by stage; the last one decided its place. */
export function scoreHistory({ score, type, retrieved: { legs, fusion, score: fused } }: RankedParagraph): ScoreStep[] {
  return [
    ...legs.map((one) => ({ score: one.score, source: 'index', type: one.leg }) as const),
    ...(fusion ? [{ score: fused, source: 'rank_fusion', type: fusionNames[fusion] } as const] : []),
    ...(type === 'RERANKER' ? [{ score, source: 'reranker', type: 'reranker' } as const] : []),
  ];
}

/** How each result came to its score, by id of the paragraph. */
export function explanationsOf({
  paragraphs,
  weight,
}: Pick<RankedResults, 'paragraphs' | 'weight'>): Readonly<Record<string, ScoreExplanation>> {
  return Object.fromEntries(paragraphs.map((one) => [one.paragraph.id, explanationOf(one, weight)]));
}

function explanationOf(
  { score, type, rerankTerms: terms, retrieved: { legs, fusion, score: fused } }: RankedParagraph,
  weight: number,
): ScoreExplanation {
  const weights = fusion === 'convex' ? { semantic_weight: weight } : {};
  return {
    legs,
    ...(fusion && { fusion: { type: fusionNames[fusion], score: fused, ...weights } }),
    ...(type === 'RERANKER' && { reranker: { score, ...(terms && { terms: explainedTerms(terms) }) } }),
  };
}

function explainedTerms({ score, title, densest, ordered, nearest, centre, sibling }: LexicalTerms): RerankerTerms {
  return { retrieval: score, title, close: densest, ordered, nearest, centre, sibling };
}
