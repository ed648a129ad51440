import { ScriptedProvider } from '@lectern/testing';
import { ProviderEmbedders } from './provider-embedders';

const SIZE = 4;

describe('embedding models with keys of a customer', () => {
  let server: ScriptedProvider;
  let received: (readonly string[])[];
  const embedders = new ProviderEmbedders({ timeoutMs: 5_000, fetch });

  beforeAll(async () => {
    server = (await ScriptedProvider.start()).embedWith(async (texts) => {
      received.push(texts);
      return texts.map((_, at) => [3, 4, at, 0, 1, 1]);
    });
  });
  afterAll(() => server.close());
  beforeEach(() => (received = []));

  const keys = (more: object = {}) => ({
    hf_embedding: { url: server.baseUrl, key: 'sk', size: SIZE, matryoshka: [SIZE, 6], ...more },
  });

  it('are those whose keys are complete', () => {
    expect(embedders.list({})).toEqual([]);
    expect(embedders.list({ anthropic: { key: 'sk' }, hf_embedding: { url: 'http://127.0.0.1:1' } })).toEqual([]);
    const ids = embedders.list({ openai: { key: 'sk' }, ...keys() }).map(({ description }) => description.id);
    expect(ids).toEqual(['text-embedding-3-small', 'text-embedding-3-large', 'hf_embedding']);
  });

  it('have the size and the threshold that the keys say', () => {
    const described = embedders.find('hf_embedding', keys({ threshold: 0.7 }))?.description;
    expect(described).toMatchObject({ dimensions: SIZE, defaultMinScore: 0.7 });
    expect(embedders.find('hf_embedding', keys())?.description.defaultMinScore).toBe(0.4);
  });

  it('put the prompts before texts, and cut vectors of models that allow it', async () => {
    const prompts = { query_prompt: { prompt: 'query: ' }, passage_prompt: { prompt: 'passage: ' } };
    const embedder = embedders.find('hf_embedding', keys(prompts));
    const [vector] = (await embedder?.embed(['a'], 'query')) ?? [];
    expect([...(vector ?? [])]).toEqual([3, 4, 0, 0].map((value) => expect.closeTo(value / 5)));
    await embedder?.embed(['b'], 'passage');
    expect(received).toEqual([['query: a'], ['passage: b']]);
    expect(server.calls.at(-1)?.authorization).toBe('Bearer sk');
  });

  it('send at most 32 texts at once', async () => {
    await embedders.find('hf_embedding', keys())?.embed(Array<string>(40).fill('a'), 'passage');
    expect(received.map(({ length }) => length)).toEqual([32, 8]);
  });

  it('refuse longer vectors of models that allow no cut', async () => {
    const embedder = embedders.find('hf_embedding', keys({ matryoshka: [] }));
    await expect(embedder?.embed(['a'], 'query')).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('are the same for the same keys, so that calls at once are bounded, and others for other keys', () => {
    expect(embedders.find('hf_embedding', keys())).toBe(embedders.find('hf_embedding', keys()));
    expect(embedders.find('hf_embedding', keys())).not.toBe(embedders.find('hf_embedding', keys({ key: 'other' })));
  });

  it('say which keys they need', () => {
    expect(embedders.lacking('text-embedding-3-small')).toBe('user_keys.openai with key');
    expect(embedders.lacking('unknown')).toBeUndefined();
  });
});
