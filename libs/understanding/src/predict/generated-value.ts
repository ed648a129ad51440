import type { GeneratedValue } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';

/** A chunk as it goes over the bus; answers from context call no tools. */
export function generatedValue(chunk: GenerationChunk): GeneratedValue | undefined {
  return chunk.type === 'tool_call' ? undefined : chunk;
}
