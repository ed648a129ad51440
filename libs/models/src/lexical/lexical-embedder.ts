import { AppError } from '@lectern/contracts/core';
import { Embedder, type EmbedderDescription } from '../embedder';
import { featuresOf } from './text-features';

const DIMENSIONS = 1024;
const TEXTS_PER_CALL_MAX = 10_000;
/** Texts between two checks whether to yield to the event loop. */
const TEXTS_PER_TURN = 32;

/**
 * Vectors from the text alone: words and parts of words, hashed to signed dimensions. It is lexical: it finds other
 * forms and spellings of a word, in any language, but never a different word with the same meaning.
 */
export class LexicalEmbedder extends Embedder {
  readonly description: EmbedderDescription = {
    id: 'lexical',
    languages: ['*'],
    dimensions: DIMENSIONS,
    defaultMinScore: 0.1,
    fusionWeight: 0.1,
    fusionWeightElsewhere: 0.1,
  };

  async embed(
    texts: readonly string[],
    _purpose: 'query' | 'passage',
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    if (texts.length > TEXTS_PER_CALL_MAX)
      throw new AppError('invalid_request', `At most ${TEXTS_PER_CALL_MAX} texts at once`);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
      vectors.push(vectorOf(text));
      if (vectors.length % TEXTS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return vectors;
  }

  async close(): Promise<void> {}
}

function vectorOf(text: string): Float32Array {
  const counts = new Map<string, number>();
  for (const { name, weight } of featuresOf(text)) counts.set(name, (counts.get(name) ?? 0) + weight);
  const vector = new Float32Array(DIMENSIONS);
  for (const [name, count] of counts) {
    const hash = hashOf(name);
    const at = (hash >>> 1) % DIMENSIONS;
    // The sign makes collisions cancel out on average: Weinberger et al., ICML 2009.
    vector[at] = (vector[at] ?? 0) + Math.log1p(count) * (hash & 1 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  if (length === 0) vector[0] = 1;
  else for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/** FNV-1a over UTF-16 units, with a final mix so that low bits are as good as high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
