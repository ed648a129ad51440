import type { RankedParagraph } from '../retrieval/ranked-paragraph';

/** The results of one search and the weight of their scores. */
export interface WeightedList {
  /** Best first, without duplicates. */
  readonly paragraphs: readonly RankedParagraph[];
  /** At least 0. */
  readonly weight: number;
}

/**
 * Merges the results of several searches. Each paragraph appears once, ordered by the sum of its scores, each
 * multiplied by its list's share of the total weight. If the other lists are empty, a list keeps its order.
 */
export function bestMatches(lists: readonly WeightedList[]): readonly RankedParagraph[] {
  const [only, another] = lists.filter(({ paragraphs }) => paragraphs.length > 0);
  if (!another) return only?.paragraphs ?? [];
  // Dividing by the largest weight gives the same order as dividing by the total, and the sums stay finite.
  const largest = Math.max(...lists.map(({ weight }) => weight)) || 1;
  const matches = new Map<string, { readonly match: RankedParagraph; readonly sum: number }>();
  for (const { paragraphs, weight } of lists)
    for (const match of paragraphs) {
      const known = matches.get(match.paragraph.id);
      const sum = (known?.sum ?? 0) + (weight / largest) * match.score;
      matches.set(match.paragraph.id, { match: known?.match ?? match, sum });
    }
  return [...matches.values()].sort((a, b) => b.sum - a.sum).map(({ match }) => match);
}
