import { AppError, consumptionOf } from '@lectern/contracts/core';
import type { CompletionChunk, CompletionDelta } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';
import { interleaved } from './interleaved';

export interface CompletionOptions extends Pick<CompletionChunk, 'id' | 'created' | 'model'> {
  readonly showsUsage: boolean;
  readonly showsConsumption: boolean;
}

type Meta = Extract<GenerationChunk, { type: 'meta' }>;
type Tokens = Pick<Meta, 'inputTokens' | 'outputTokens'>;
type Choice = CompletionChunk['choices'][number];

/**
 * Output of a model, as chunks of a completion.
 *
 * @param generations of its answers, which arrive in any order. When one fails, the caller cancels the
 * others
 * @throws AppError `provider_failed` when the model fails midway
 */
export async function* completionChunks(
  generations: readonly AsyncIterable<GenerationChunk>[],
  options: CompletionOptions,
): AsyncGenerator<CompletionChunk> {
  const { id, created, model, showsUsage, showsConsumption } = options;
  const chunk: Omit<CompletionChunk, 'choices'> = { id, object: 'chat.completion.chunk', created, model };
  const used: Tokens[] = [];
  const answers = generations.map((generation, index) => choicesOf(generation, index, (tokens) => used.push(tokens)));
  for await (const choice of interleaved(answers)) yield { ...chunk, choices: [choice] };
  if (showsUsage || showsConsumption) yield { ...chunk, choices: [], ...usageOf(used, options) };
}

/** Chunks of one answer. */
async function* choicesOf(
  generation: AsyncIterable<GenerationChunk>,
  index: number,
  use: (tokens: Tokens) => void,
): AsyncGenerator<Choice> {
  const added = (delta: CompletionDelta): Choice => ({ index, delta, finish_reason: null });
  let hasBegun = false;
  let calls = 0;
  for await (const said of generation) {
    if (!hasBegun) yield added({ role: 'assistant' });
    hasBegun = true;
    if (said.type === 'text') yield added({ content: said.text });
    if (said.type === 'probabilities') yield { ...added({}), logprobs: probabilitiesOf(said.tokens) };
    if (said.type === 'object') yield added({ content: JSON.stringify(said.object) });
    if (said.type === 'reasoning') yield added({ reasoning_content: said.text });
    if (said.type === 'tool_call') {
      const called = { name: said.name, arguments: said.arguments };
      yield added({ tool_calls: [{ index: calls, id: said.id, type: 'function', function: called }] });
      calls += 1;
    }
    if (said.type === 'meta') {
      const finish_reason = calls > 0 ? 'tool_calls' : said.finish;
      use(said);
      yield { index, delta: {}, finish_reason };
    }
    if (said.type === 'status' && said.code === '-1')
      throw new AppError('provider_failed', said.details ?? 'The model failed');
  }
}

function probabilitiesOf(tokens: Extract<GenerationChunk, { type: 'probabilities' }>['tokens']) {
  return { content: tokens.map(({ likeliest, ...token }) => ({ ...token, top_logprobs: likeliest })) };
}

/** Usage of all answers together. */
function usageOf(
  used: readonly Tokens[],
  { showsConsumption }: CompletionOptions,
): Pick<CompletionChunk, 'usage' | 'consumption'> {
  const input = used.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = used.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
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
