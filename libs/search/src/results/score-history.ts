import type { FusionName, RerankerTerms, ScoreExplanation, ScoreStep } from '@lectern/contracts/search';
import type { LexicalTerms } from '@lectern/ranking';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import type { RankedResults } from '../retrieval/retrieval.pipeline';
import { wordsFound } from './words-found';

const fusionNames = { rrf: 'rrf', convex: 'wCombSUM' } as const satisfies Record<string, FusionName>;

/** The scores of a paragraph, stage by stage; the last one determines its rank. */
export function scoreHistory({ score, type, retrieved: { legs, fusion, score: fused } }: RankedParagraph): ScoreStep[] {
  return [
    ...legs.map((one) => ({ score: one.score, source: 'index', type: one.leg }) as const),
    ...(fusion ? [{ score: fused, source: 'rank_fusion', type: fusionNames[fusion] } as const] : []),
    ...(type === 'RERANKER' ? [{ score, source: 'reranker', type: 'reranker' } as const] : []),
  ];
}

type Explained = Pick<RankedResults, 'paragraphs' | 'weight' | 'parsed' | 'language'>;

/** How the score of each result was computed, by paragraph id. */
export function explanationsOf(ranked: Explained): Readonly<Record<string, ScoreExplanation>> {
  return Object.fromEntries(ranked.paragraphs.map((one) => [one.paragraph.id, explanationOf(one, ranked)]));
}

function explanationOf(
  { paragraph, score, type, rerankTerms: terms, retrieved: { legs, fusion, score: fused } }: RankedParagraph,
  { weight, parsed, language }: Explained,
): ScoreExplanation {
  const weights = fusion === 'convex' ? { semantic_weight: weight } : {};
  return {
    legs: legs.map((one) => {
      if (one.leg !== 'keyword') return one;
      const { own, title } = wordsFound(paragraph, parsed, language);
      return { ...one, words: own, title_words: title };
    }),
    ...(fusion && { fusion: { type: fusionNames[fusion], score: fused, ...weights } }),
    ...(type === 'RERANKER' && { reranker: { score, ...(terms && { terms: explainedTerms(terms) }) } }),
  };
}

function explainedTerms({ score, title, densest, ordered, nearest, centre, sibling }: LexicalTerms): RerankerTerms {
  return { retrieval: score, title, close: densest, ordered, nearest, centre, sibling };
}
