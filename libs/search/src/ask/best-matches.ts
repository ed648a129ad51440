import type { RankedParagraph } from '../retrieval/ranked-paragraph';

/** What one search found, and how much its scores count. */
export interface WeightedList {
  /** The best first, each once. */
  readonly paragraphs: readonly RankedParagraph[];
  /** At least 0. */
  readonly weight: number;
}

/**
 * What several searches found as one list: each paragraph once, ordered by the sum of its scores times the share of
 * their lists in all weights. The order of a list stays when the others are empty.
 */
export function bestMatches(lists: readonly WeightedList[]): readonly RankedParagraph[] {
  const [only, another] = lists.filter(({ paragraphs }) => paragraphs.length > 0);
  if (!another) return only?.paragraphs ?? [];
  // Shares of the largest weight order as shares of all do, and their sum stays a number.
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
