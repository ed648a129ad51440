import { describeUnless, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { describeKeywordIndex } from '../keyword-index.contract';
import { hitsOf, idOf, idsOf, kbid, queryOf, recordOf, ridOf } from '../keyword-records.contract';
import type { OpenSearchKeywordIndex } from './opensearch-keyword-index';
import { TestZone } from './opensearch-zone.contract';

const found = findOpenSearch();

describeUnless('missing' in found ? found.missing : undefined, 'With an OpenSearch node', () => {
  let server: OpenSearchServer;

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
  }, 120_000);

  afterAll(() => server.stop());

  const storeOf = (zone: TestZone) => ({ open: () => zone.open(), destroy: () => zone.destroy() });
  describeKeywordIndex('OpenSearchKeywordIndex', async () => storeOf(new TestZone(server.url)));

  describe('OpenSearchKeywordIndex', () => {
    let zone: TestZone;
    let index: OpenSearchKeywordIndex;
    const alias = () => `${zone.keywords}-${kbid}`;

    beforeEach(async () => {
      zone = new TestZone(server.url);
      index = await zone.open();
    });

    afterEach(() => zone.destroy());

    it('makes one index for a box that many processes begin to write at the same time', async () => {
      const writers = await Promise.all(Array.from({ length: 4 }, () => zone.open()));
      await Promise.all(writers.map((writer, n) => writer.put(kbid, [recordOf(n, ['alpha'])])));
      expect((await hitsOf(index, queryOf('alpha'))).sort()).toEqual([0, 1, 2, 3]);
      const { body } = await zone.client.indices.getAlias({ name: zone.keywords });
      expect(Object.keys(body)).toEqual([`${alias()}-1`]);
    });

    it('leaves one version of a resource that several processes replace at the same time', async () => {
      const writers = await Promise.all(Array.from({ length: 4 }, () => zone.open()));
      const versions = Array.from({ length: 24 }, (_, i) => i + 1);
      const put = (version: number) => {
        const paragraphs = Array.from({ length: 1 + ((version * 7) % 5) }, () => `alpha version${version}`);
        return writers[version % 4]?.put(kbid, [recordOf(1, paragraphs, { version })]);
      };
      await Promise.all(versions.map(put));
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 1 + ((24 * 7) % 5) });
      expect(await idsOf(index, queryOf('version24'))).toEqual(await idsOf(index, queryOf('alpha')));
    });

    it('says that an index is gone while it is used, and makes it again with what is put', async () => {
      await index.put(kbid, [recordOf(1, ['alpha'])]);
      const reports: unknown[] = [];
      index.damage.listen(({ kbid, absent }) => reports.push({ kbid, absent }));
      await zone.client.indices.delete({ index: `${alias()}-1` });
      expect(await hitsOf(index, queryOf('alpha'))).toEqual([]);
      expect(reports).toEqual([{ kbid, absent: true }]);
      expect(await index.inspect(kbid)).toBe('absent');
      await index.drop(kbid);
      await index.put(kbid, [recordOf(1, ['alpha']), recordOf(2, ['alpha'])]);
      expect([(await hitsOf(index, queryOf('alpha'))).sort(), await index.inspect(kbid)]).toEqual([[1, 2], 'held']);
    });

    it('refuses documents that the mapping does not know', async () => {
      await index.put(kbid, [recordOf(1, ['alpha'])]);
      const unknown = zone.client.index({ index: alias(), body: { surprise: 1 } });
      await expect(unknown).rejects.toThrow('strict_dynamic_mapping_exception');
      const made = zone.client.index({ index: `${zone.keywords}-by-hand`, body: { surprise: 1 } });
      await expect(made).rejects.toThrow('strict_dynamic_mapping_exception');
    });

    it('removes what a writer left behind that died in the middle of a replacement', async () => {
      await index.put(kbid, [recordOf(1, ['alpha', 'alpha', 'alpha'])]);
      // The state after a claim for version 2 and the first of its paragraphs.
      const head = { entry: 'resource', rid: ridOf(1), version: 2, slots: 3, changed: Date.now() };
      await zone.client.index({ index: alias(), id: ridOf(1), routing: ridOf(1), body: head });
      await index.put(kbid, [recordOf(1, ['beta'], { version: 2 })]);
      expect(await idsOf(index, queryOf('alpha beta'))).toEqual([idOf(ridOf(1), 0)]);
    });

    it('pages through resources as they were when the first page was read', async () => {
      await index.put(
        kbid,
        Array.from({ length: 6 }, (_, n) => recordOf(n * 2, ['alpha'])),
      );
      const first = await index.scroll(kbid, 3);
      await index.put(kbid, [recordOf(7, ['alpha']), recordOf(8, ['alpha'], { version: 2 })]);
      await index.delete(kbid, [{ rid: ridOf(10), version: 9 }]);
      const second = await index.scroll(kbid, 5, first.cursor);
      expect(second).toEqual({
        resources: [6, 8, 10].map((n) => ({ rid: ridOf(n), version: 1, paragraphs: 1 })),
      });
    });

    it('goes on with a scroll whose point in time is no longer held', async () => {
      await index.put(
        kbid,
        Array.from({ length: 4 }, (_, n) => recordOf(n, ['alpha'])),
      );
      const { cursor } = await index.scroll(kbid, 2);
      await zone.client.deleteAllPits();
      const { resources } = await index.scroll(kbid, 5, cursor);
      expect(resources.map(({ rid }) => rid)).toEqual([ridOf(2), ridOf(3)]);
      await expect(index.scroll(kbid, 5, 'nonsense')).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('tells that the disk is full, and goes on when it is not any more', async () => {
      await index.put(kbid, [recordOf(1, ['alpha'])]);
      const block = (isFull: boolean) =>
        zone.client.indices.putSettings({
          index: alias(),
          body: { index: { blocks: { read_only_allow_delete: isFull } } },
        });
      await block(true);
      await expect(index.put(kbid, [recordOf(2, ['alpha'])])).rejects.toMatchObject({ code: 'storage_full' });
      expect(await hitsOf(index, queryOf('alpha'))).toEqual([1]);
      await block(false);
      await index.put(kbid, [recordOf(2, ['alpha'])]);
      expect((await hitsOf(index, queryOf('alpha'))).sort()).toEqual([1, 2]);
    });

    it('takes filters with more parts than one clause each would allow', async () => {
      await index.put(kbid, [recordOf(1, ['alpha'], { labels: ['/l/a1'] }), recordOf(2, ['alpha'])]);
      const resources = Array.from({ length: 70_000 }, (_, n) => ridOf(n + 2));
      expect(await hitsOf(index, queryOf('alpha', { filter: { resources } }))).toEqual([2]);
      const labels = { any: Array.from({ length: 5_000 }, (_, n) => ({ label: `/l/a${n}` })) };
      expect(await hitsOf(index, queryOf('alpha', { filter: labels }))).toEqual([1]);
    });

    it('ranks and counts over several shards as over one', async () => {
      const texts = ['alpha', 'alpha beta', 'alpha alpha gamma', 'beta', 'gamma beta delta', 'delta alpha'];
      const records = Array.from({ length: 40 }, (_, n) =>
        recordOf(n, [`${texts[n % 6]} w${n % 4}`], { labels: [`/l/a${n % 3}`] }),
      );
      const spread = new TestZone(server.url, { shards: 3 });
      const several = await spread.open();
      await Promise.all([index.put(kbid, records), several.put(kbid, records)]);
      const query = queryOf('alpha gamma w1', { limit: 40 });
      const [one, three] = await Promise.all([index.search(kbid, query), several.search(kbid, query)]);
      expect(three.hits.map(({ id }) => id)).toEqual(one.hits.map(({ id }) => id));
      expect(await several.facets(kbid, ['/l'])).toEqual(await index.facets(kbid, ['/l']));
      await several.delete(kbid, [{ rid: ridOf(3), version: 2 }]);
      await several.put(kbid, [recordOf(3, ['alpha'], { version: 1 })]);
      expect((await several.scroll(kbid, 50)).resources).toHaveLength(39);
      await spread.destroy();
    });

    it('is reached through the nodes that answer', async () => {
      const nodes = ['http://127.0.0.1:1', server.url];
      const half = new TestZone(server.url, { nodes });
      const reached = await half.open();
      await reached.put(kbid, [recordOf(1, ['alpha'])]);
      expect(await hitsOf(reached, queryOf('alpha'))).toEqual([1]);
      await half.destroy();
    });

    it('is opened by readers, and by a release that knows its mapping only', async () => {
      await index.put(kbid, [recordOf(1, ['alpha'])]);
      const reader = await zone.open('reader');
      expect(await hitsOf(reader, queryOf('alpha'))).toEqual([1]);
      const pretend = (version: number) =>
        zone.client.indices.putMapping({ index: alias(), body: { _meta: { version } } });
      await pretend(0);
      await expect(zone.open('reader')).rejects.toThrow(/older mapping: run the migration/);
      await pretend(1_000);
      await expect(zone.open('writer')).rejects.toThrow(/newer release/);
    });

    it('does not open without a cluster, and says where it looked', async () => {
      const away = new TestZone('http://127.0.0.1:1');
      await expect(away.open()).rejects.toThrow('OPENSEARCH_URL (http://127.0.0.1:1) does not answer');
    });
  });
});
