import { contextWindowOf } from './context-window';

const server = { baseUrl: 'http://models.example.org/v1', apiKey: 'sk' };

/** A server that knows some paths only. */
function serverWith(answers: Readonly<Record<string, unknown>>) {
  const seen: string[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input));
    seen.push(`${init?.method ?? 'GET'} ${pathname} ${new Headers(init?.headers).get('authorization')}`);
    const answer = answers[pathname];
    return answer === undefined ? new Response('', { status: 404 }) : new Response(JSON.stringify(answer));
  };
  return { seen, window: () => contextWindowOf(server, 'm', fetch) };
}

describe('the window of a model of a server', () => {
  it('is what its list of models says of it', async () => {
    const vllm = serverWith({
      '/v1/models': {
        data: [
          { id: 'other', max_model_len: 1 },
          { id: 'm', max_model_len: 8_192 },
        ],
      },
    });
    expect([await vllm.window(), vllm.seen]).toEqual([8_192, ['GET /v1/models Bearer sk']]);
    const llama = serverWith({ '/v1/models': { data: [{ id: 'm', meta: { n_ctx: 4_096, n_ctx_train: 131_072 } }] } });
    expect(await llama.window()).toBe(4_096);
  });

  it('is what Ollama gives it: its parameter, or at most 4,096 of what it was trained for', async () => {
    const models = { '/v1/models': { data: [{ id: 'm' }] } };
    const info = (trained: number) => ({ 'llama.context_length': trained });
    const set = { ...models, '/api/show': { parameters: 'stop "x"\nnum_ctx 16384', model_info: info(131_072) } };
    expect(await serverWith(set).window()).toBe(16_384);
    expect(await serverWith({ ...models, '/api/show': { model_info: info(131_072) } }).window()).toBe(4_096);
    expect(await serverWith({ ...models, '/api/show': { model_info: info(2_048) } }).window()).toBe(2_048);
  });

  it('is not known where the server says nothing, or nonsense, or fails', async () => {
    const nonsense = { '/v1/models': { data: [{ id: 'm', max_model_len: -5 }, null, 7] }, '/api/show': ['x'] };
    expect(await serverWith(nonsense).window()).toBeUndefined();
    expect(await serverWith({ '/v1/models': 'none' }).window()).toBeUndefined();
    const fails = contextWindowOf(server, 'm', () => Promise.reject(new Error('refused')));
    expect(await fails).toBeUndefined();
  });
});
