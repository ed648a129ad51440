import { statusOf } from '@lectern/contracts/core';
import { type Answer, Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { inEmbeddedModes, startEmbedded } from '../harness/embedded-modes';

/** More than run and wait together. */
const CROWD = 60;
const query = 'What pulls the sea?';

/** One at a time, and four wait. */
const env = {
  EMBEDDER: 'lexical',
  SEARCHES_AT_ONCE_MAX: '1',
  SUGGESTIONS_AT_ONCE_MAX: '1',
  LISTS_AT_ONCE_MAX: '1',
  READS_WAIT_MS: '10000',
};

interface Read {
  readonly path: string;
  readonly body?: object;
  readonly lane: 'search' | 'suggest' | 'list';
}

const reads: readonly Read[] = [
  { path: '/find', body: { query }, lane: 'search' },
  { path: `/search?query=${encodeURIComponent(query)}`, lane: 'search' },
  { path: '/retrieve', body: { query: { keyword: { query } } }, lane: 'search' },
  { path: '/graph/nodes', body: { query: { prop: 'node', value: 'moon', match: 'fuzzy' }, top_k: 10 }, lane: 'search' },
  { path: '/suggest', body: { query: 'moon' }, lane: 'suggest' },
  { path: '/catalog', body: { query: 'moon', faceted: ['/icon'] }, lane: 'list' },
  { path: '/resources', lane: 'list' },
];

const details: Readonly<Record<Read['lane'], string>> = {
  search: 'Too many searches are running: try again later',
  suggest: 'Too many suggestions are being made: try again later',
  list: 'Too many lists are being read: try again later',
};

inEmbeddedModes('crowds that read, %s', (mode) => {
  let deployment: Deployment;
  let crowded: KnowledgeBoxClient;
  let other: KnowledgeBoxClient;

  beforeAll(async () => {
    deployment = await startEmbedded(mode, env);
    const client = new Client(deployment.origin, bearer(deployment.token));
    [crowded, other] = await Promise.all([client.createKnowledgeBox(), client.createKnowledgeBox()]);
    const tides = { slug: 'tides', texts: { tides: { body: 'The moon pulls the sea.' } } };
    for (const kb of [crowded, other]) await kb.createResource(tides, { wait: 'searchable' });
  });
  afterAll(() => deployment?.stop());

  function read(kb: KnowledgeBoxClient, { path, body }: Read): Promise<Answer> {
    return kb.client.send(body ? 'POST' : 'GET', `${kb.path}${path}`, { body });
  }

  const crowd = (one: Read) => Promise.all(Array.from({ length: CROWD }, () => read(crowded, one)));

  it.each(reads)('are answered, or get a time to come back: $path', async (one) => {
    expect((await read(crowded, one)).status).toBe(200);
    const answers = await crowd(one);
    const refused = answers.filter(({ status }) => status === statusOf.unavailable);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(body).toEqual({ detail: details[one.lane] });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length + refused.length).toBe(CROWD);
    expect((await read(crowded, one)).status).toBe(200);
  });

  it.each(reads)('cost another box nothing but its turn: $path', async (one) => {
    const crowding = crowd(one);
    expect((await read(other, one)).status).toBe(200);
    await crowding;
  });

  it('have nobody wait who asks for something cheap', async () => {
    const [find, suggest] = [reads[0], reads.find(({ lane }) => lane === 'suggest')];
    if (!find || !suggest) throw new Error('There are both');
    const crowding = crowd(find);
    expect((await read(crowded, suggest)).status).toBe(200);
    await crowding;
  });
});
