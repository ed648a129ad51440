import { words } from '@lectern/text';

/** Stop words of a language in a text, folded, without duplicates, in order of appearance. */
export function stopWordsIn(text: string, language: string): string[] {
  const found = new Set<string>();
  for (const { folded, stem } of words(text, language)) if (stem === '') found.add(folded);
  return [...found];
}
