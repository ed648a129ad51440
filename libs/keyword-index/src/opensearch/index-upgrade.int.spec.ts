import { describeUnless, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { hitsOf, idOf, idsOf, kbid, queryOf, recordOf, ridOf } from '../keyword-records.contract';
import { upgradeKeywordIndexes } from './index-upgrade';
import type { OpenSearchKeywordIndex } from './opensearch-keyword-index';
import { TestZone } from './opensearch-zone.contract';

const found = findOpenSearch();

describeUnless('missing' in found ? found.missing : undefined, 'Keyword indexes of an older mapping', () => {
  let server: OpenSearchServer;
  let zone: TestZone;
  let index: OpenSearchKeywordIndex;
  const before = { ...process.env };
  const alias = () => `${zone.keywords}-${kbid}`;

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
  }, 120_000);

  beforeEach(async () => {
    zone = new TestZone(server.url);
    index = await zone.open();
    Object.assign(process.env, { OPENSEARCH_URL: server.url, OPENSEARCH_INDEX_PREFIX: zone.options.prefix });
  });

  afterEach(async () => {
    process.env = { ...before };
    await zone.destroy();
  });

  afterAll(() => server.stop());

  const makeOlder = (name: string) => zone.client.indices.putMapping({ index: name, body: { _meta: { version: 0 } } });
  const indexesOf = async (name: string) => Object.keys((await zone.client.indices.getAlias({ name })).body);

  it('are copied and take the place of the ones before', async () => {
    await index.put(kbid, [recordOf(1, ['alpha', 'beta'], { version: 3 }), recordOf(2, [], { version: 5 })]);
    await index.delete(kbid, [{ rid: ridOf(3), version: 7 }]);
    await makeOlder(alias());
    const copied: string[] = [];
    expect(await upgradeKeywordIndexes((name) => copied.push(name))).toBe(1);
    expect(copied).toEqual([`${alias()}-1`]);
    expect([await indexesOf(alias()), await indexesOf(zone.keywords)]).toEqual([[`${alias()}-2`], [`${alias()}-2`]]);
    expect((await index.scroll(kbid, 10)).resources).toEqual([
      { rid: ridOf(1), version: 3, paragraphs: 2 },
      { rid: ridOf(2), version: 5, paragraphs: 0 },
    ]);
    await index.put(kbid, [recordOf(1, ['gamma'], { version: 2 }), recordOf(3, ['gamma'], { version: 6 })]);
    await index.put(kbid, [recordOf(2, ['gamma'], { version: 5 })]);
    expect((await hitsOf(index, queryOf('alpha gamma'))).sort()).toEqual([1, 2]);
    await zone.open('reader');
    expect(await upgradeKeywordIndexes(() => undefined)).toBe(0);
  });

  it('lose nothing of what is written while they are copied', async () => {
    const size = 400;
    const paragraphs = Array.from({ length: 5 }, (_, i) => ({
      text: `alpha ${i}`,
      field: i < 3 ? 't/body' : 't/other',
    }));
    await index.put(
      kbid,
      Array.from({ length: size }, (_, n) => recordOf(n, paragraphs)),
    );
    await makeOlder(alias());
    let isDone = false;
    const upgrade = upgradeKeywordIndexes(() => undefined).finally(() => (isDone = true));
    let rounds = 0;
    const held = new Map(Array.from({ length: size }, (_, n) => [n, paragraphs.map((_, i) => ({ i }))]));
    for (; !isDone && rounds < size / 4; rounds += 1) {
      const [replaced, removed, trimmed] = [rounds * 4, rounds * 4 + 1, rounds * 4 + 2];
      await untilDone(() => index.put(kbid, [recordOf(replaced, ['alpha new'], { version: 2 })]));
      await untilDone(() => index.delete(kbid, [{ rid: ridOf(removed), version: 2 }]));
      await untilDone(() => index.put(kbid, [recordOf(trimmed, paragraphs.slice(0, 3), { version: 2 })]));
      held.set(replaced, [{ i: 0 }]);
      held.delete(removed);
      held.set(trimmed, [{ i: 0 }, { i: 1 }, { i: 2 }]);
      expect((await index.search(kbid, queryOf('alpha', { limit: 1 }))).hits).toHaveLength(1);
    }
    await upgrade;
    expect(rounds).toBeGreaterThan(1);
    const { resources } = await index.scroll(kbid, size + 1);
    expect(resources.map(({ rid, paragraphs }) => [rid, paragraphs])).toEqual(
      [...held].map(([n, parts]) => [ridOf(n), parts.length]),
    );
    expect(await indexesOf(alias())).toEqual([`${alias()}-2`]);
    expect(await idsOf(index, queryOf('new'))).toContain(idOf(ridOf(0), 0));
  });

  it('are copied again when a copy was interrupted', async () => {
    await index.put(kbid, [recordOf(1, ['alpha'])]);
    await makeOlder(alias());
    await zone.client.index({
      index: `${alias()}-2`,
      id: ridOf(9),
      body: { entry: 'resource', rid: ridOf(9), version: 1, slots: 0, changed: 0 },
    });
    await zone.client.indices.addBlock({ index: `${alias()}-1`, block: 'write' });
    await expect(index.put(kbid, [recordOf(2, ['alpha'])])).rejects.toMatchObject({ code: 'unavailable' });
    await upgradeKeywordIndexes(() => undefined);
    expect((await index.scroll(kbid, 10)).resources).toEqual([{ rid: ridOf(1), version: 1, paragraphs: 1 }]);
    await index.put(kbid, [recordOf(2, ['alpha'])]);
  });
});

/** Retries like a task while the index is blocked for writes. */
async function untilDone(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'unavailable') throw error;
    }
  }
}
