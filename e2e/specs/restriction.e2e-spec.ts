import type { Sent } from '@lectern/client';
import type { ModifyResourcePayload } from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inAllModes } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { server, silentAddress } from '../harness/modes';

const TRIES = 15;
/** Long for an index, and short enough that a failure names its cause. */
const INDEXED_TIMEOUT_MS = 20_000;

inAllModes('a change of who may see a resource, %s', (mode) => {
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
      await kb.modifyResource(rid, change);
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
      await kb.deleteResource(rid);
      expect([word, await found(word)]).toEqual([word, [0, 0]]);
    }
  });

  it('reaches the indexes, too, and back', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'An indexword' } } }, { wait: 'embedded' });
    const becomes = (wanted: boolean, request: object) =>
      untilIndexed(kb, wanted, { query: 'indexword', filter_expression: resourceIs(rid), ...request });
    for (const groups of [['hr'], []]) {
      await kb.modifyResource(rid, { security: { access_groups: groups } });
      await becomes(groups.length === 0, { security: { groups: [] } });
      await becomes(true, { security: { groups: ['hr'] } });
    }
    for (const hidden of [true, false]) {
      await kb.modifyResource(rid, { hidden });
      await becomes(!hidden, {});
      await becomes(true, { show_hidden: true });
    }
    await kb.deleteResource(rid);
    await becomes(false, {});
  });
});

inStandalone('a change of metadata beside a link that does not answer, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    rid = await kb.createResource({ texts: { a: { body: 'A bittern booms' } } }, { wait: 'embedded' });
    await patch({ links: { slow: { uri: silentAddress() } } });
  });

  const patch = (changes: Sent<ModifyResourcePayload>) => kb.modifyResource(rid, changes);
  const becomes = (wanted: boolean, request: object) => untilIndexed(kb, wanted, { query: 'bittern', ...request });

  it('does not wait for it: labels, dates, hiding, groups, and the end of them', async () => {
    const labelled = { filter_expression: { field: { prop: 'label', labelset: 'birds', label: 'heron' } } };
    const dated = { range_creation_end: '2000-01-01T00:00:00Z' };
    await becomes(false, labelled);
    await patch({ usermetadata: { classifications: [{ labelset: 'birds', label: 'heron' }] } });
    await becomes(true, labelled);
    await patch({ usermetadata: { classifications: [] } });
    await becomes(false, labelled);
    await becomes(false, dated);
    await patch({ origin: { created: '1999-05-01T00:00:00Z' } });
    await becomes(true, dated);
    await patch({ hidden: true });
    await becomes(false, {});
    await becomes(true, { show_hidden: true });
    await patch({ hidden: false });
    await becomes(true, {});
    await patch({ security: { access_groups: ['hr'] } });
    await becomes(false, { security: { groups: [] } });
    await becomes(true, { security: { groups: ['hr'] } });
    const { metadata } = await kb.resource(rid);
    expect(metadata?.status).toBe('PENDING');
  });

  it('nor does a deletion', async () => {
    await kb.deleteResource(rid);
    expect(await kb.find({ query: 'bittern' })).toMatchObject({ total: 0, best_matches: [] });
    await becomes(false, {});
  });
});

const resourceIs = (id: string) => ({ field: { prop: 'resource', id } });

/**
 * Until both indexes have a hit for the request, or none. That is `next_page` when nothing is to be shown: a look at
 * the rows corrects results and `total` of the indexes, but not `next_page`.
 */
async function untilIndexed(kb: KnowledgeBoxClient, wanted: boolean, request: object): Promise<void> {
  for (const feature of ['keyword', 'semantic']) {
    const body = { features: [feature], top_k: 0, min_score: { semantic: -1 }, ...request };
    const holds = async () => (await kb.find(body)).next_page === wanted || undefined;
    await until(holds, `${JSON.stringify(body)} has ${wanted ? 'a hit' : 'no hit'}`, INDEXED_TIMEOUT_MS);
  }
}
