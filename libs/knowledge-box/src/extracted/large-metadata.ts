import type { LargeMetadata } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField } from '@lectern/contracts/understanding';
import { foldName, words } from '@lectern/text';
import { LongObject, LongText } from '../document/long';

/** Code units of text per word count: the maximum size of one part of a long text. */
export const COUNTED_CHARS_MAX = 1024 * 1024;
/** Words in the result. */
export const COUNTED_WORDS_MAX = 1_000;

interface Content {
  readonly text: string | LongText;
  readonly understood: Pick<UnderstoodField, 'language' | 'entities'>;
}

interface LongMetadata {
  readonly entities: LargeMetadata['entities'];
  readonly tokens: LargeMetadata['tokens'] | LongObject<number>;
}

/** Entities and words of a text; for a long text, words are counted while it streams. */
export function largeMetadata({ text, understood: { language, entities } }: Content): LongMetadata {
  return {
    entities: entities.map(({ text: token, label: type }) => ({ token, root: foldName(token), type })),
    tokens: text instanceof LongText ? countedLater(text, language) : wordCounts(text, language),
  };
}

/** Counts of the most frequent words of a text, without stop words, by word. */
export function wordCounts(text: string, language: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { folded, stem } of words(text.slice(0, COUNTED_CHARS_MAX), language))
    if (stem !== '') counts.set(folded, (counts.get(folded) ?? 0) + 1);
  const byCount = [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return Object.fromEntries(byCount.slice(0, COUNTED_WORDS_MAX));
}

function countedLater(text: LongText, language: string): LongObject<number> {
  return new LongObject(async function* () {
    for await (const part of text.read()) return yield wordCounts(part, language);
  });
}
