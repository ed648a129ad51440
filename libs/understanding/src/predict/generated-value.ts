import type { GeneratedValue } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';

/**
 * A chunk as it goes over the bus; answers from context call no tools, draw nothing and tell no
 * probabilities.
 *
 * @param used what it was asked of
 */
export function generatedValue(
  chunk: GenerationChunk,
  used: Pick<GeneratedValue, 'model' | 'customerKey'>,
): GeneratedValue | undefined {
  if (chunk.type === 'tool_call' || chunk.type === 'probabilities' || chunk.type === 'image') return undefined;
  return chunk.type === 'meta' ? { ...chunk, ...used } : chunk;
}
