import { ScriptedProvider } from '@lectern/testing';
import { embedderContract } from '../embedder.contract';
import { LexicalEmbedder } from '../lexical/lexical-embedder';
import { OpenAiCompatibleEmbedder } from './openai-compatible-embedder';

const create = (server: ScriptedProvider, changes = {}) => {
  const options = { model: 'Org/Embed:v2', dimensions: 1024, tokensMax: 512, timeoutMs: 5_000 };
  return new OpenAiCompatibleEmbedder({ baseUrl: server.baseUrl, ...options, ...changes });
};

describe('OpenAiCompatibleEmbedder', () => {
  let server: ScriptedProvider;
  /** The server's vectors have length 2, which the adapter must normalise. */
  const vectorsOf = async (texts: readonly string[]) => {
    const vectors = await new LexicalEmbedder().embed(texts, 'passage');
    return vectors.map((vector) => [...vector].map((value) => value * 2));
  };
  beforeAll(async () => (server = (await ScriptedProvider.start()).embedWith(vectorsOf)));
  afterAll(() => server.close());

  embedderContract(async () => create(server));

  it('is named after the model, spelt as ids are', () => {
    expect(create(server).description.id).toBe('org-embed-v2');
  });

  it('cuts long texts, and sends many in several calls', async () => {
    const calls = server.calls.length;
    await create(server).embed(Array<string>(100).fill('x'.repeat(5_000)), 'passage');
    const sent = server.calls.slice(calls).map(({ body }) => body.input);
    expect(sent.map((input) => (Array.isArray(input) ? input.length : 0))).toEqual([64, 36]);
    expect(JSON.stringify(sent[1]).length).toBeLessThan(36 * (512 * 3 + 10));
  });

  it('refuses vectors of another size', async () => {
    const wrong = create(server, { dimensions: 8 }).embed(['a'], 'query');
    await expect(wrong).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('8 dimensions'),
    });
  });

  it('gives up on a server that does not answer, or is not there', async () => {
    server.next({ stallAfter: 0 });
    await expect(create(server, { timeoutMs: 100 }).embed(['a'], 'query')).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    const gone = create(server, { baseUrl: 'http://127.0.0.1:9/v1' });
    await expect(gone.embed(['a'], 'query')).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('closes the connection when the caller leaves', async () => {
    server.next({ stallAfter: 0 });
    const calls = server.calls.length;
    const controller = new AbortController();
    const embedding = create(server).embed(['a'], 'query', { signal: controller.signal });
    while (server.calls.length === calls) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(embedding).rejects.toMatchObject({ code: 'cancelled' });
    await expect(server.calls.at(-1)?.closed).resolves.toBe(true);
  });

  it('takes nothing more when it is closed', async () => {
    const embedder = create(server);
    await embedder.close();
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
