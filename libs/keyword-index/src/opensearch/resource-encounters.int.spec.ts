import {
  describeUnless,
  encounters,
  FaultyProxy,
  findOpenSearch,
  type IndexedRow,
  meet,
  OpenSearchServer,
} from '@lectern/testing';
import { hitsOf, idOf, idsOf, kbid, queryOf, recordOf, ridOf } from '../keyword-records.contract';
import type { OpenSearchKeywordIndex } from './opensearch-keyword-index';
import { TestZone } from './opensearch-zone.contract';
import { slotId } from './paragraph-document';

const found = findOpenSearch();
/** Requests that a write of one resource sends. */
const requestsMax = 6;
const meetings = Array.from({ length: requestsMax }, (_, i) => i + 1).flatMap((heldAt) =>
  [false, true].map((isKilled) => ({ heldAt, isKilled })),
);

/** The shared members of all paragraphs of a resource show its version. */
const sharedBy = (version: number) => ({ version, groups: [`g${version}`], labels: [`/l/v${version}`] });
const recordFor = ({ n, version, content, parts }: IndexedRow) =>
  recordOf(
    n,
    Array.from({ length: parts }, (_, part) => ({ text: `content${content} part${part}`, labels: ['/k/own'] })),
    sharedBy(version),
  );
const writerOf = (index: OpenSearchKeywordIndex) => ({
  put: (row: IndexedRow) => index.put(kbid, [recordFor(row)]),
  update: (row: IndexedRow) => index.update(kbid, [recordFor(row).resource]),
  delete: ({ n, version }: IndexedRow) => index.delete(kbid, [{ rid: ridOf(n), version }]),
});

describeUnless('missing' in found ? found.missing : undefined, 'Several writers of one OpenSearch index', () => {
  let server: OpenSearchServer;
  let zone: TestZone;
  let index: OpenSearchKeywordIndex;
  const held: { readonly proxy: FaultyProxy; readonly zone: TestZone; readonly index: OpenSearchKeywordIndex }[] = [];
  let number = 1_000;

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
    zone = new TestZone(server.url, { timeoutMs: 20_000 });
    index = await zone.open();
    for (const _ of meetings) {
      const proxy = await FaultyProxy.start(server.url);
      const behind = new TestZone(proxy.url, { ...zone.options, nodes: [proxy.url] });
      held.push({ proxy, zone: behind, index: await behind.open() });
    }
  }, 120_000);

  afterAll(async () => {
    for (const behind of held) {
      await behind.index.close();
      await behind.zone.client.close();
      behind.proxy.close();
    }
    await zone.destroy();
    await server.stop();
  });

  const heldWriter = (i = 0) => {
    const writer = held[i % held.length];
    if (!writer) throw new Error('Each meeting has a writer that can be held');
    return writer;
  };

  async function expectRow({ n, version, content, parts, isDeleted }: IndexedRow): Promise<void> {
    const filter = { resources: [ridOf(n)] };
    const ids = isDeleted ? [] : Array.from({ length: parts }, (_, part) => idOf(ridOf(n), part));
    expect((await idsOf(index, queryOf('', { filter }))).sort()).toEqual(ids);
    const paragraphs = (await index.read(kbid, ids)).map(({ text, resourceLabels }) => [text, resourceLabels]);
    expect(paragraphs).toEqual(ids.map((_, part) => [`content${content} part${part}`, [`/l/v${version}`]]));
    const shared = { all: [filter, { label: `/l/v${version}` }, { visibleTo: [`g${version}`] }, { label: '/k' }] };
    expect(await hitsOf(index, queryOf('', { filter: shared }))).toHaveLength(ids.length);
  }

  it.each(encounters)('end with what is newest when $name', async (encounter) => {
    const second = writerOf(index);
    // A writer that lost all requests repeatedly pauses, so that others lose them in turn.
    const rotation = encounters.indexOf(encounter);
    const met = meetings.map((meeting, i) => {
      const { proxy, index: behind } = heldWriter(i + rotation);
      return meet(encounter, { first: writerOf(behind), second, proxy }, { ...meeting, n: (number += 1) });
    });
    for (const row of await Promise.all(met)) await expectRow(row);
  });

  it('show nothing of an older put to whom an update shuts out, wherever the put was when it was overtaken', async () => {
    const met = meetings.map(async ({ heldAt, isKilled }, i) => {
      const { proxy, index: behind } = heldWriter(i);
      const [n, parts] = [(number += 1), 6];
      await index.put(kbid, [recordOf(n, ['old', 'old', 'old'])]);
      const reached = proxy.holdAt(heldAt);
      const put = Promise.allSettled([behind.put(kbid, [recordOf(n, Array(parts).fill('new'), { version: 2 })])]);
      await Promise.race([reached, put]);
      await index.update(kbid, [recordOf(n, [], { version: 3, groups: ['hr'] }).resource]);
      if (isKilled) proxy.cut();
      else proxy.release();
      await put;
      await index.refresh(kbid);
      const filter = { all: [{ resources: [ridOf(n)] }, { visibleTo: [] }] };
      expect(await hitsOf(index, queryOf('', { filter }))).toEqual([]);
    });
    await Promise.all(met);
  });

  it('keep the paragraph that a put brings where an update of the same version found none', async () => {
    const { proxy, index: behind } = heldWriter();
    const n = (number += 1);
    await index.put(kbid, [recordOf(n, ['alpha', { text: 'beta', field: 'a/title' }])]);
    // The state after a put that was killed.
    await zone.client.delete({ index: `${zone.keywords}-${kbid}`, id: slotId(ridOf(n), 1), routing: ridOf(n) });
    // After this request it is known that there is no second paragraph.
    const reached = proxy.holdAt(4);
    const update = behind.update(kbid, [recordOf(n, [], sharedBy(2)).resource]);
    await reached;
    const row = { n, version: 2, content: 2, parts: 2, isDeleted: false };
    await index.put(kbid, [recordFor(row)]);
    proxy.release();
    await update;
    await expectRow(row);
  });
});
