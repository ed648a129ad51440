import type { RecognizedToken } from '@lectern/contracts/understanding';
import { mentionsIn } from '@lectern/extraction';
import { CodePointMap } from '@lectern/text';

/** What a text names, in order, in code points. @param language ISO 639-1; empty when it is not known */
export function recognizedTokens(text: string, language: string): RecognizedToken[] {
  const map = new CodePointMap(text);
  return mentionsIn(text, language).mentions.map(({ start, end, label }) => ({
    text: text.slice(start, end),
    ner: label,
    start: map.toCodePoint(start),
    end: map.toCodePoint(end),
  }));
}
