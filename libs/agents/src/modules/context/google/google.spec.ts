import { generateKeyPairSync } from 'node:crypto';
import { GoogleModuleConfig } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { ProviderServer } from '../../provider-api/provider-server.fixture';
import { google } from './google';
import { groundedAnswer } from './grounded-answer';

const LEADS_ON = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect';
const redirect = (id: string, title: string) => ({ web: { uri: `${LEADS_ON}/${id}`, title } });
const ROCKS = 'Ibexes climb rocks – all year.';
const FLY = 'Ibexes can fly.';

/** A sentence at its bytes in the first part. */
const support = (answer: string, text: string, pages: readonly number[]) => {
  const startIndex = Buffer.byteLength(answer.slice(0, answer.indexOf(text)));
  const segment = { ...(startIndex > 0 && { startIndex }), endIndex: startIndex + Buffer.byteLength(text), text };
  return { segment, groundingChunkIndices: pages };
};
const grounded = (text: string, chunks: readonly object[], supports: readonly object[]) => ({
  content: { role: 'model', parts: [{ text }] },
  groundingMetadata: { groundingChunks: chunks, groundingSupports: supports, webSearchQueries: ['ibex'] },
});
const both = `${FLY} ${ROCKS}`;
const candidate = grounded(
  both,
  [redirect('a', 'lies.example'), redirect('b', 'zoo.example.org')],
  [support(both, FLY, [0]), support(both, ROCKS, [1])],
);

describe('a search of Google', () => {
  let server: ProviderServer;

  beforeAll(async () => {
    server = await ProviderServer.start();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  const search = (
    members: Partial<GoogleModuleConfig>,
    driver: Readonly<Record<string, unknown>> = { api_key: 'key-of-the-driver' },
  ) => {
    const config = { ...new GoogleModuleConfig(), source: 'web', title: 'agent', id: 'm', ...members };
    const drivers = [{ identifier: 'web', provider: 'google', config: driver }];
    const { run } = testRun({ drivers, web: server.web });
    return google.run(config, { id: 'q', text: 'Where do ibexes climb?' }, run);
  };
  const serviceAccount = () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const account = {
      type: 'service_account',
      project_id: 'p',
      private_key: privateKey,
      client_email: 'a@example.org',
    };
    return { credentials: JSON.stringify(account), vertexai: true };
  };
  const answersOfVertex = () => {
    server.handle = ({ path }, response) =>
      response.end(
        JSON.stringify(
          path.includes('token') ? { access_token: 'token', expires_in: 60 } : { candidates: [candidate] },
        ),
      );
  };

  it('restricts Gemini to an interval of whole seconds', async () => {
    server.answerWith({ candidates: [candidate] });
    await search({ time_range: 'past_week' });
    const { tools, systemInstruction } = Object(server.sent);
    const { startTime, endTime } = tools[0].google_search.timeRangeFilter;
    expect([startTime, endTime]).toEqual([0, 1].map(() => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)));
    expect(Date.parse(endTime) - Date.parse(startTime)).toBe(7 * 86_400_000);
    expect(Date.now() - Date.parse(endTime)).toBeLessThan(60_000);
    expect(systemInstruction).toBeUndefined();
  });

  it('sends no restrictions where there are none', async () => {
    server.answerWith({ candidates: [candidate] });
    await search({});
    expect(server.sent).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Where do ibexes climb?' }] }],
      tools: [{ google_search: {} }],
    });
  });

  it('leaves pages of domains out that Gemini has no option for, and what only they say', async () => {
    server.answerWith({ candidates: [candidate] });
    const found = await search({ exclude_domains: ['LIES.example'] });
    const text = JSON.stringify(found);
    expect(text).toContain(ROCKS);
    expect(text).not.toContain(FLY);
    expect(text).not.toContain('lies.example');
    expect(found).toMatchObject({ value: '1 pages from Google', metadata: { pages_left_out: 1 } });
    const { tools, systemInstruction } = Object(server.sent);
    expect(tools).toEqual([{ google_search: {} }]);
    expect(systemInstruction.parts[0].text).toContain('Use no pages of LIES.example.');
  });

  it('tells Vertex AI which domains to leave out, and checks that it did', async () => {
    answersOfVertex();
    const found = await search({ exclude_domains: ['lies.example'] }, serviceAccount());
    expect(Object(server.sent).tools).toEqual([{ google_search: { excludeDomains: ['lies.example'] } }]);
    expect(JSON.stringify(found)).not.toContain(FLY);
  });

  it('refuses times where Vertex AI is asked, which knows none', async () => {
    answersOfVertex();
    await expect(search({ time_range: 'past_day' }, serviceAccount())).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('cannot restrict a search by time'),
    });
    expect(server.requests.filter(({ path }) => path.includes('generateContent'))).toEqual([]);
  });

  it('takes modules from before there were domains', async () => {
    server.answerWith({ candidates: [candidate] });
    // As stored ones are.
    const found = await search({ exclude_domains: undefined } as unknown as GoogleModuleConfig);
    expect(JSON.stringify(found)).toContain(FLY);
  });
});

describe('an answer of Gemini without some domains', () => {
  const of = (chunks: readonly object[], supports: readonly object[], excluded = ['lies.example']) =>
    groundedAnswer(grounded(both, chunks, supports), excluded);
  const lies = redirect('a', 'lies.example');
  const zoo = redirect('b', 'zoo.example.org');

  it.each([
    ['the domain', 'lies.example', 0],
    ['one below it', 'www.deep.lies.example', 0],
    ['another that ends like it', 'mylies.example', 1],
    ['one above it', 'example', 0],
  ])('counts %s', (_, title, kept) => {
    expect(of([redirect('a', title)], [support(both, FLY, [0])]).results).toHaveLength(kept);
  });

  it('believes the address of a page before its title', () => {
    const page = { web: { uri: 'https://lies.example/ibex', title: 'zoo.example.org' } };
    expect(of([page], [support(both, FLY, [0])])).toMatchObject({ results: [], leftOut: 1 });
  });

  it('leaves out pages that do not say where they are from', () => {
    expect(of([redirect('a', 'All about ibexes')], [support(both, FLY, [0])])).toMatchObject({ leftOut: 1 });
    expect(of([redirect('a', 'All about ibexes')], [support(both, FLY, [0])], []).leftOut).toBe(0);
  });

  it('keeps sentences that other pages support, too, and those without any', () => {
    expect(of([lies, zoo], [support(both, FLY, [0, 1]), support(both, ROCKS, [1])]).answer?.text).toBe(both);
    expect(of([lies, zoo], [support(both, FLY, [0])]).answer?.text).toBe(` ${ROCKS}`);
  });

  it.each<[string, readonly object[]]>([
    ['no sentence has a page', []],
    ['a sentence is elsewhere', [{ segment: { startIndex: 3, endIndex: 9, text: FLY }, groundingChunkIndices: [0] }]],
    [
      'places count from the end',
      [{ segment: { startIndex: -5, endIndex: -1, text: 'year' }, groundingChunkIndices: [0] }],
    ],
    ['places are no numbers', [{ segment: { startIndex: 'a', endIndex: {}, text: FLY }, groundingChunkIndices: [0] }]],
    [
      'a part is not there',
      [{ ...support(both, FLY, [0]), segment: { ...support(both, FLY, [0]).segment, partIndex: 7 } }],
    ],
  ])('shows no answer where %s', (_, supports) => {
    expect(of([lies, zoo], supports)).toMatchObject({ results: [expect.anything()], leftOut: 1 });
    expect(of([lies, zoo], supports).answer).toBeUndefined();
  });
});
