/** Where a sentence lies in the text of its field, in code points, the end exclusive. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/**
 * The sentences of a paragraph, or the lines of a table: start and end of each, one after the other. A long field has
 * hundreds of thousands, and numbers take a third of the memory of objects, in Postgres, too. What was stored by
 * earlier versions has objects.
 */
export type SentencePositions = readonly (number | Sentence)[];

export function sentencesAt(places: SentencePositions): Sentence[] {
  const sentences: Sentence[] = [];
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i];
    if (typeof place === 'object') sentences.push({ start: place.start, end: place.end });
    else sentences.push({ start: place ?? 0, end: Number(places[++i] ?? place) });
  }
  return sentences;
}

export function sentencePositions(sentences: readonly Sentence[]): number[] {
  return sentences.flatMap(({ start, end }) => [start, end]);
}
