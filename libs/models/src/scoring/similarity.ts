import { cosine } from '@lectern/ranking';
import type { Embedder } from '../embedder';

const limits = { textsMax: 8, textCharactersMax: 1_000 };

interface Options {
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/** Similarity in meaning to the nearest of the first eight texts, 0..1; 0 if the embedder finds nothing in common. */
export async function similarityTo(
  question: string,
  texts: readonly string[],
  { embedder, signal }: Options,
): Promise<number> {
  const some = texts.slice(0, limits.textsMax).map((text) => text.slice(0, limits.textCharactersMax));
  const [asked] = await embedder.embed([question.slice(0, limits.textCharactersMax)], 'query', { signal });
  const vectors = await embedder.embed(some, 'passage', { signal });
  const nearest = Math.max(0, ...vectors.map((vector) => (asked ? cosine(asked, vector) : 0)));
  const least = embedder.description.defaultMinScore;
  return Math.max(0, (nearest - least) / (1 - least));
}
