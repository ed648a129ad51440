import type { GeneratedValue } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';

/**
 * A chunk in the form of the bus. Answers from context do not call tools, generate images or report probabilities.
 *
 * @param used the model in use
 */
export function generatedValue(
  chunk: GenerationChunk,
  used: Pick<GeneratedValue, 'model' | 'customerKey'>,
): GeneratedValue | undefined {
  if (chunk.type === 'tool_call' || chunk.type === 'probabilities' || chunk.type === 'image') return undefined;
  return chunk.type === 'meta' ? { ...chunk, ...used } : chunk;
}
