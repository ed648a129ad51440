import { AppError, consumptionOf } from '@lectern/contracts/core';
import type { CompletionChunk, CompletionDelta } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';

export interface CompletionOptions extends Pick<CompletionChunk, 'id' | 'created' | 'model'> {
  readonly showsUsage: boolean;
  readonly showsConsumption: boolean;
}

type Meta = Extract<GenerationChunk, { type: 'meta' }>;

/**
 * What a model says, as chunks of a completion.
 *
 * @throws AppError `provider_failed` when the model fails midway
 */
export async function* completionChunks(
  generation: AsyncIterable<GenerationChunk>,
  options: CompletionOptions,
): AsyncGenerator<CompletionChunk> {
  const { id, created, model } = options;
  const chunk: Omit<CompletionChunk, 'choices'> = { id, object: 'chat.completion.chunk', created, model };
  const added = (delta: CompletionDelta): CompletionChunk => ({
    ...chunk,
    choices: [{ index: 0, delta, finish_reason: null }],
  });
  let hasBegun = false;
  let calls = 0;
  for await (const said of generation) {
    if (!hasBegun) yield added({ role: 'assistant' });
    hasBegun = true;
    if (said.type === 'text') yield added({ content: said.text });
    if (said.type === 'object') yield added({ content: JSON.stringify(said.object) });
    if (said.type === 'reasoning') yield added({ reasoning_content: said.text });
    if (said.type === 'tool_call') {
      const called = { name: said.name, arguments: said.arguments };
      yield added({ tool_calls: [{ index: calls, id: said.id, type: 'function', function: called }] });
      calls += 1;
    }
    if (said.type === 'meta') {
      const finish_reason = calls > 0 ? 'tool_calls' : said.finish;
      yield { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] };
      if (options.showsUsage || options.showsConsumption) yield { ...chunk, choices: [], ...used(said, options) };
    }
    if (said.type === 'status' && said.code === '-1')
      throw new AppError('provider_failed', said.details ?? 'The model failed');
  }
}

function used(
  { inputTokens: input, outputTokens: output }: Meta,
  { showsConsumption }: CompletionOptions,
): Pick<CompletionChunk, 'usage' | 'consumption'> {
  return {
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: {},
      completion_tokens_details: {},
    },
    ...(showsConsumption && { consumption: consumptionOf({ input, output }) }),
  };
}
