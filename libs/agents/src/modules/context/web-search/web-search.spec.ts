import type { ServerResponse } from 'node:http';
import { contextModules } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { testRun } from '../../../engine/module-run.fixture';
import { ProviderServer } from '../../provider-api/provider-server.fixture';
import { moduleRegistry } from '../../registry';
import { boundedQuery } from './web-search';

const KEY = 'sk-the-key-of-the-driver';
const question = { id: 'q', text: 'Where does the ibex climb?' };
const page = (text: string) => ({ url: 'https://a.example/ibex', title: 'Ibex', [text]: 'The ibex climbs on rocks.' });
const oneResult = { results: [page('content')], web: { results: [page('description')] } };

/** What each provider answers with one page, and with nothing. */
const searchers: Readonly<
  Record<string, { readonly provider: string; readonly found: object; readonly none: object }>
> = {
  brave: { provider: 'brave', found: { web: oneResult.web }, none: { query: {}, type: 'search' } },
  tavily: { provider: 'tavily', found: { results: oneResult.results }, none: { results: [] } },
  perplexity_search: { provider: 'perplexity', found: { results: [page('snippet')] }, none: { results: [] } },
  perplexity: {
    provider: 'perplexity',
    found: { choices: [{ message: { content: 'On rocks.' } }], search_results: [page('snippet')] },
    none: { choices: [] },
  },
  google: {
    provider: 'google',
    found: {
      candidates: [
        {
          content: { parts: [{ text: 'On rocks.' }] },
          groundingMetadata: {
            groundingChunks: [{ web: { uri: 'https://a.example/ibex', title: 'Ibex' } }],
            groundingSupports: [{ segment: { text: 'The ibex climbs on rocks.' }, groundingChunkIndices: [0] }],
          },
        },
      ],
    },
    none: { candidates: [] },
  },
};

describe.each(Object.entries(searchers))('the module %s', (name, { provider, found, none }) => {
  let server: ProviderServer;

  beforeAll(async () => {
    server = await ProviderServer.start();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  const type = moduleRegistry.type('context', name);
  const members = { module: name, source: 'web', title: 'agent', max_retries: 0 };
  const config = Object.assign(new (contextModules[name]?.() ?? Object)(), members);
  const secrets = provider === 'google' ? { api_key: KEY } : { key: KEY };
  const runOf = (more: object = {}) =>
    testRun({ drivers: [{ identifier: 'web', provider, config: { ...secrets, ...more } }], web: server.web }).run;
  const search = (run = runOf()) => type.run(config, question, run);
  const failure = async (run = runOf()) => {
    const error: unknown = await search(run).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    // Messages are part of frames and logs.
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(KEY);
    return error;
  };
  const refuse = (status: number, headers: Record<string, string> = {}) => {
    server.handle = (_, response) => response.writeHead(status, headers).end(`{"error": "wrong key ${KEY}"}`);
  };

  it('finds pages, whose addresses are cited', async () => {
    server.answerWith(found);
    const { contexts, value } = await search();
    expect(contexts).toMatchObject([{ source: 'web' }]);
    expect(contexts[0]?.chunks.at(-1)).toMatchObject({
      chunk_id: 'https://a.example/ibex',
      text: 'The ibex climbs on rocks.',
      url: ['https://a.example/ibex'],
      origin_url: 'https://a.example/ibex',
    });
    expect(value).toMatch(/^1 pages from /);
    const [request] = server.requests;
    expect(`${request?.path} ${request?.body}`.replaceAll('+', ' ')).toContain(
      request?.method === 'GET' ? 'Where does the ibex climb%3F' : question.text,
    );
    // The key goes in a header, which no proxy logs.
    expect(`${request?.path} ${request?.body}`).not.toContain(KEY);
    expect(JSON.stringify(request?.headers)).toContain(KEY);
  });

  it('is a function for smart', async () => {
    server.answerWith(found);
    const [called, ...others] = (await type.functions?.(config, runOf())) ?? [];
    expect([called?.name, others]).toEqual(['internet_search', []]);
    const { items, contexts } = (await called?.run({ query: 'ibex rocks' }, question, runOf())) ?? {};
    expect(contexts).toHaveLength(1);
    expect(items?.at(-1)).toEqual({
      title: 'Ibex',
      url: 'https://a.example/ibex',
      text: 'The ibex climbs on rocks.',
    });
    expect(`${server.requests[0]?.path} ${server.requests[0]?.body}`.replaceAll('+', ' ')).toContain('ibex rocks');
  });

  it.each([
    ['an empty answer', none],
    ['an empty object', {}],
    ['a list', []],
    ['null', null],
    ['members of other types', { web: 5, results: 'a', choices: {}, candidates: [null], search_results: [[]] }],
  ])('finds nothing in %s', async (_, answer) => {
    server.answerWith(answer);
    expect((await search()).contexts).toEqual([]);
  });

  it.each([
    [401, 'forbidden'],
    [403, 'forbidden'],
    [400, 'invalid_request'],
    [422, 'invalid_request'],
    [500, 'unavailable'],
  ])('fails with the status %d, and tries it once', async (status, code) => {
    refuse(status);
    expect(await failure()).toMatchObject({ code, message: expect.stringContaining(String(status)) });
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as the provider asks for, and tries again', async () => {
    let calls = 0;
    server.handle = (_, response) => {
      calls += 1;
      if (calls < 3) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end(JSON.stringify(found));
    };
    expect((await search()).contexts).toHaveLength(1);
    expect(calls).toBe(3);
  });

  it('says when the provider takes requests again if that is long', async () => {
    refuse(429, { 'retry-after': '60' });
    expect(await failure()).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('in 60 s') });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['garbage', (response) => response.end(Buffer.from([0xff, 0x00, 0x7b])), 'unavailable'],
    ['a page of HTML', (response) => response.end('<html><body>Sign in</body></html>'), 'unavailable'],
    ['half of an answer', (response) => response.end(JSON.stringify(found).slice(0, -3)), 'unavailable'],
    ['deeply nested JSON', (response) => response.end(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), 'unavailable'],
    ['millions of values', (response) => response.end(`[${'0,'.repeat(900_000)}0]`), 'unavailable'],
  ])('fails with %s', async (_, handle, code) => {
    server.handle = (_request, response) => handle(response);
    expect(await failure()).toMatchObject({ code });
  });

  it('reads no more of a giant answer than it may', async () => {
    let sent = 0;
    server.handle = (_, response) => {
      const piece = Buffer.alloc(1024 ** 2, 'a');
      const more = () => {
        while (sent < 100 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    expect(await failure()).toMatchObject({ code: 'too_large' });
    expect(sent).toBeLessThan(50);
  });

  it('ends with its interaction while the provider is slow', async () => {
    server.handle = () => undefined;
    const stopped = new AbortController();
    setTimeout(() => stopped.abort(new AppError('cancelled', 'Cancelled')), 50);
    expect(await failure({ ...runOf(), signal: stopped.signal })).toMatchObject({ code: 'cancelled' });
  });

  it('follows no redirect, so that its key stays with the provider', async () => {
    const addresses = ['http://169.254.169.254/latest/meta-data/', 'http://localhost/', `${server.origin}/other`];
    for (const location of addresses) {
      refuse(307, { location });
      expect(await failure()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('redirects') });
    }
    expect(server.requests).toHaveLength(addresses.length);
  });

  it('calls no address that is not public', async () => {
    server.isAllowed = false;
    expect(await failure()).toMatchObject({ code: 'invalid_request' });
    expect(server.requests).toEqual([]);
  });

  it('needs its driver, and one of its provider', async () => {
    const { run } = testRun({ drivers: [], web: server.web });
    expect(await failure(run)).toMatchObject({ code: 'not_found' });
    const others = testRun({ drivers: [{ identifier: 'web', provider: 'sql', config: {} }], web: server.web });
    expect(await failure(others.run)).toMatchObject({ code: 'invalid_request' });
  });

  it('shows no key that the provider repeats', async () => {
    server.answerWith(JSON.parse(JSON.stringify(found).replaceAll('on rocks', `with ${KEY}`)));
    const text = JSON.stringify(await search());
    expect([text.includes(KEY), text.includes('with [key]')]).toEqual([false, true]);
  });

  it('keeps no address that is not one of the web', async () => {
    server.answerWith(JSON.parse(JSON.stringify(found).replaceAll('https://a.example/ibex', 'javascript:alert(1)')));
    expect(JSON.stringify(await search())).not.toContain('javascript');
  });

  it('asks nothing without words', async () => {
    expect(await type.run(config, { id: 'q', text: ' \n\u0000' }, runOf())).toMatchObject({ contexts: [] });
    expect(server.requests).toEqual([]);
  });
});

describe('a query', () => {
  it('is cut between words, at the limits of the provider', () => {
    expect(boundedQuery('one two  three\nfour', { chars: 13 })).toEqual({ text: 'one two three', isCut: true });
    expect(boundedQuery('one two three', { chars: 13, words: 2 })).toEqual({ text: 'one two', isCut: true });
    expect(boundedQuery('one\ttwo', { chars: 100 })).toEqual({ text: 'one two', isCut: false });
    expect(boundedQuery('a'.repeat(50), { chars: 10 })).toEqual({ text: 'a'.repeat(10), isCut: true });
  });
});
