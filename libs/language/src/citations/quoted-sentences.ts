import type { CheckedSentence } from '@lectern/contracts/core';
import type { ContextEntry } from '../context-entry';
import { readCitedPassage } from './passage';
import { PassageIndex } from './passage-index';
import { isLiteral, spanOf } from './support';
import { passageTokens } from './token';

/** A quote of an entry of the context in an answer. Ranges are code points of the answer. */
export interface Quote {
  readonly key: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const quoteTokensMax = 200;

/**
 * Finds quotes in the entries from which they were taken. A row of a table is shown with the names of its columns,
 * which are elsewhere in the entry: it is `repaired`.
 */
export function quotedSentences(
  quotes: readonly Quote[],
  context: readonly ContextEntry[],
  language: string,
): CheckedSentence[] {
  const keys = new Set(quotes.map(({ key }) => key));
  const indexes = new Map(
    context
      .filter(({ key }) => keys.has(key))
      .map((entry) => {
        const spoken = entry.language || language;
        const index = new PassageIndex();
        index.add(readCitedPassage(entry, spoken));
        return [entry.key, { spoken, index }] as const;
      }),
  );
  return quotes.flatMap(({ key, text, start, end }) => {
    const { spoken, index } = indexes.get(key) ?? {};
    const tokens = passageTokens(text, spoken ?? language, quoteTokensMax);
    const [best] = index?.candidates(index.weigh(tokens), keys) ?? [];
    if (!best) return [];
    const status = isLiteral(tokens, best.extended) ? 'exact' : 'repaired';
    return [{ status, start, end, sources: [spanOf(best.extended)] }];
  });
}
