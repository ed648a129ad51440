import type { GenerationChunk } from '@lectern/models';
import { chatChunks, type ChunkOptions } from './chat-chunks';

const meta = {
  type: 'meta',
  inputTokens: 2_000,
  outputTokens: 500,
  firstChunkS: 1,
  totalS: 2,
  finish: 'stop',
} as const;
const answered = { type: 'status', code: '0' } as const;

async function chunksOf(said: readonly GenerationChunk[], options: Partial<ChunkOptions> = {}) {
  async function* generation() {
    yield* said;
  }
  const all = [];
  for await (const chunk of chatChunks(generation(), { showsReasoning: true, showsConsumption: false, ...options }))
    all.push(chunk);
  return all;
}

describe('chunks of a chat', () => {
  it('are what the model says, with what it used in thousands of tokens', async () => {
    expect(await chunksOf([{ type: 'text', text: 'a' }, meta, answered])).toEqual([
      { type: 'text', text: 'a' },
      {
        type: 'meta',
        input_tokens: 2_000,
        output_tokens: 500,
        timings: { generative: 2, generative_first_chunk: 1 },
        input_svc_tokens: 2,
        output_svc_tokens: 0.5,
      },
      { type: 'status', code: '0', details: null },
    ]);
  });

  it('are images between texts', async () => {
    const [, image] = await chunksOf([
      { type: 'text', text: 'a' },
      { type: 'image', contentType: 'image/png', base64: 'iVBO' },
      meta,
      answered,
    ]);
    expect(image).toEqual({ type: 'image', content_type: 'image/png', b64encoded: 'iVBO' });
  });

  it('gather the calls of each function', async () => {
    const call = (id: string, name: string) => ({ type: 'tool_call', id, name, arguments: '{}' }) as const;
    const [tools] = await chunksOf([call('1', 'f'), call('2', 'g'), call('3', 'f'), meta, answered]);
    const called = (id: string, name: string) => ({ id, function: { name, arguments: '{}' } });
    expect(tools).toEqual({
      type: 'tools',
      tools: { f: [called('1', 'f'), called('3', 'f')], g: [called('2', 'g')] },
    });
  });

  it('say what was consumed before the status, and what was thought, if that is asked for', async () => {
    const said: GenerationChunk[] = [{ type: 'reasoning', text: 'Hm.' }, meta, answered];
    const shown = await chunksOf(said, { showsConsumption: true });
    expect(shown.map(({ type }) => type)).toEqual(['reasoning', 'meta', 'consumption', 'status']);
    const hidden = await chunksOf(said, { showsReasoning: false });
    expect(hidden.map(({ type }) => type)).toEqual(['meta', 'status']);
  });

  it('name the keys of footnotes, and what failed', async () => {
    const failed = { type: 'status', code: '-1', details: 'gone' } as const;
    const footnotes = { type: 'footnote_citations', footnoteToContext: { 'block-AA': '1' }, sentences: [] } as const;
    expect(await chunksOf([footnotes, failed])).toEqual([
      { type: 'footnote_citations', footnote_to_context: { 'block-AA': '1' }, sentences: [] },
      failed,
    ]);
  });
});
