import type { FusionName, ScoreExplanation, ScoreStep } from '@lectern/contracts/search';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';

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
export function explanationsOf(paragraphs: readonly RankedParagraph[]): Readonly<Record<string, ScoreExplanation>> {
  return Object.fromEntries(paragraphs.map((one) => [one.paragraph.id, explanationOf(one)]));
}

function explanationOf({ score, type, retrieved: { legs, fusion, score: fused } }: RankedParagraph): ScoreExplanation {
  return {
    legs,
    ...(fusion && { fusion: { type: fusionNames[fusion], score: fused } }),
    ...(type === 'RERANKER' && { reranker: { score } }),
  };
}
