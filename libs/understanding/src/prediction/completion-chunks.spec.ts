import type { GenerationChunk } from '@lectern/models';
import { completionChunks, type CompletionOptions } from './completion-chunks';

const meta = { type: 'meta', inputTokens: 4, outputTokens: 2, firstChunkS: 1, totalS: 2, finish: 'length' } as const;
const answered = { type: 'status', code: '0' } as const;
const base = { id: 'a', created: 5, model: 'm', showsUsage: false, showsConsumption: false };

async function* chunksOf(said: readonly GenerationChunk[], options: Partial<CompletionOptions> = {}) {
  async function* generation() {
    yield* said;
  }
  yield* completionChunks([generation()], { ...base, ...options });
}

describe('chunks of a completion', () => {
  it('begin with a role, and say at the end why the model stopped', async () => {
    const said = await gathered(chunksOf([{ type: 'text', text: 'a' }, meta, answered]));
    expect(said.map(({ choices }) => choices)).toEqual([
      [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }],
      [{ index: 0, delta: { content: 'a' }, finish_reason: null }],
      [{ index: 0, delta: {}, finish_reason: 'length' }],
    ]);
    expect(said[0]).toMatchObject({ id: 'a', object: 'chat.completion.chunk', created: 5, model: 'm' });
  });

  it('have one chunk for each call, an object as its JSON, and no choice beside what was used', async () => {
    const call = { type: 'tool_call', id: 'c', name: 'f', arguments: '{}' } as const;
    const generated: GenerationChunk[] = [{ type: 'object', object: { a: 1 } }, call, call, meta, answered];
    const said = await gathered(chunksOf(generated, { showsConsumption: true }));
    expect(said.map(({ choices }) => choices[0]?.delta)).toMatchObject([
      {},
      { content: '{"a":1}' },
      { tool_calls: [{ index: 0, id: 'c' }] },
      { tool_calls: [{ index: 1, id: 'c' }] },
      {},
      undefined,
    ]);
    expect(said.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(said.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 6 }, consumption: expect.any(Object) });
  });

  it('of several answers have their places, and what all of them used together', async () => {
    async function* answer(text: string): AsyncGenerator<GenerationChunk> {
      yield { type: 'text', text };
      yield meta;
      yield answered;
    }
    const said = await gathered(completionChunks([answer('a'), answer('b')], { ...base, showsUsage: true }));
    const texts = said.flatMap(({ choices }) => choices).filter(({ delta }) => delta.content !== undefined);
    expect(texts.map(({ index, delta }) => [index, delta.content])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(said.at(-1)?.usage).toMatchObject({ prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 });
  });

  it('say how likely tokens were', async () => {
    const token = { token: 'a', logprob: -0.5, bytes: [97] };
    const tokens = [{ ...token, likeliest: [token] }];
    const said = await gathered(chunksOf([{ type: 'probabilities', tokens }, { type: 'text', text: 'a' }, answered]));
    const content = [{ ...token, top_logprobs: [token] }];
    expect(said[1]?.choices).toEqual([{ index: 0, delta: {}, finish_reason: null, logprobs: { content } }]);
  });

  it('fail where the model does', async () => {
    const said = chunksOf([
      { type: 'text', text: 'a' },
      { type: 'status', code: '-1', details: 'gone' },
    ]);
    await expect(gathered(said)).rejects.toMatchObject({ code: 'provider_failed', message: 'gone' });
  });
});

async function gathered<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
