import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { runningModes, server } from '../harness/modes';
import { Standalone } from '../harness/standalone';

const TRIES = 15;

describe.each(runningModes())('a change of who may see a resource, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => (kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true })));

  const found = async (word: string, request: object = {}) => {
    const results = await kb.find({ query: word, security: { groups: [] }, ...request });
    return [results.best_matches.length, results.total];
  };

  it.each([
    ['restricted', { security: { access_groups: ['hr'] } }],
    ['hidden', { hidden: true }],
  ])('holds from its own answer on: %s', async (name, change) => {
    for (let i = 0; i < TRIES; i += 1) {
      const word = `${name}word${i}`;
      const rid = await kb.createResource({ texts: { a: { body: `${word} ${word}` } } }, { wait: 'searchable' });
      await kb.client.call('PATCH', `${kb.path}/resource/${rid}`, { body: change });
      expect([word, await found(word)]).toEqual([word, [0, 0]]);
      expect(JSON.stringify(await kb.ask({ query: word, security: { groups: [] }, debug: true }))).not.toContain(
        `${word} ${word}`,
      );
    }
  });

  it('holds from its own answer on: deleted', async () => {
    for (let i = 0; i < TRIES; i += 1) {
      const word = `deletedword${i}`;
      const rid = await kb.createResource({ texts: { a: { body: word } } }, { wait: 'searchable' });
      await kb.client.call('DELETE', `${kb.path}/resource/${rid}`);
      expect([word, await found(word)]).toEqual([word, [0, 0]]);
    }
  });

  it('reaches the indexes, too, and back', async () => {
    const word = 'indexword';
    const [one] = await Promise.all([
      kb.createResource({ texts: { a: { body: `${word} one` } } }, { wait: 'embedded' }),
      kb.createResource({ texts: { a: { body: `${word} two` } } }, { wait: 'embedded' }),
    ]);
    const page = (request: object) => found(word, { top_k: 1, ...request });
    for (const groups of [['hr'], []]) {
      await kb.client.call('PATCH', `${kb.path}/resource/${one}`, { body: { security: { access_groups: groups } } });
      const visible = groups.length === 0 ? 2 : 1;
      await until(async () => ((await page({}))[1] === visible ? true : undefined), `${visible} are found`);
      const members = await page({ security: { groups: ['hr'] } });
      expect(members).toEqual([1, 2]);
    }
  });
});

describe('a change of metadata beside a link that does not answer', () => {
  let silent: Server;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    standalone = await Standalone.start({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } });
    const client = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
    kb = await client.createKnowledgeBox({ hidden_resources_enabled: true });
    rid = await kb.createResource({ texts: { a: { body: 'A bittern booms' } } }, { wait: 'embedded' });
    const links = { slow: { uri: `http://127.0.0.1:${port}/` } };
    await kb.client.call('PATCH', `${kb.path}/resource/${rid}`, { body: { links } });
  });
  afterAll(async () => {
    await standalone.stop();
    silent.closeAllConnections();
    silent.close();
  });

  const patch = (body: object) => kb.client.call('PATCH', `${kb.path}/resource/${rid}`, { body });
  const labelled = { field: { prop: 'label', labelset: 'birds', label: 'heron' } };
  const isFound = async (request: object) => (await kb.find({ query: 'bittern', ...request })).best_matches.length > 0;

  it('does not wait for it: labels, dates, hiding, groups, and the end of them', async () => {
    const becomes = (wanted: boolean, request: object) =>
      until(async () => ((await isFound(request)) === wanted ? true : undefined), JSON.stringify([wanted, request]));
    await patch({ usermetadata: { classifications: [{ labelset: 'birds', label: 'heron' }] } });
    for (const features of [['keyword'], ['semantic']]) await becomes(true, { features, filter_expression: labelled });
    await patch({ usermetadata: { classifications: [] } });
    await becomes(false, { filter_expression: labelled });
    await patch({ origin: { created: '1999-05-01T00:00:00Z' } });
    await becomes(true, { range_creation_end: '2000-01-01T00:00:00Z' });
    await patch({ hidden: true });
    await becomes(false, {});
    await patch({ hidden: false });
    await becomes(true, {});
    await patch({ security: { access_groups: ['hr'] } });
    await becomes(false, { security: { groups: [] } });
    const { metadata } = await kb.resource(rid);
    expect(metadata?.status).toBe('PENDING');
  });

  it('nor does a deletion', async () => {
    await kb.client.call('DELETE', `${kb.path}/resource/${rid}`);
    expect(await kb.find({ query: 'bittern' })).toMatchObject({ total: 0, best_matches: [] });
  });
});
