import { randomUUID } from 'node:crypto';
import {
  describeUnless,
  encounters,
  FaultyProxy,
  findQdrant,
  type IndexedRow,
  meet,
  QdrantServer,
} from '@lectern/testing';
import { hitsOf, idOf, near, recordOf, ridOf, vectorset } from '../vector-records.contract';
import { QdrantVectorIndex } from './qdrant-vector-index';

const { kbid } = vectorset;
const found = findQdrant();
/** Requests that a write of one resource sends. */
const requestsMax = 6;
const meetings = Array.from({ length: requestsMax }, (_, i) => i + 1).flatMap((heldAt) =>
  [false, true].map((isKilled) => ({ heldAt, isKilled })),
);

/** The shared members of all vectors of a resource show its version, and their angles their content. */
const sharedBy = (version: number) => ({ version, groups: [`g${version}`], labels: [`/l/v${version}`] });
const degreesOf = (content: number, part: number) => content * 10 + part;
const recordFor = ({ n, version, content, parts }: IndexedRow) =>
  recordOf(
    n,
    Array.from({ length: parts }, (_, part) => ({ degrees: degreesOf(content, part), labels: ['/k/own'] })),
    sharedBy(version),
  );
const writerOf = (index: QdrantVectorIndex) => ({
  put: (row: IndexedRow) => index.put(vectorset, [recordFor(row)]),
  update: (row: IndexedRow) => index.update(kbid, [recordFor(row).resource]),
  delete: ({ n, version }: IndexedRow) => index.delete(kbid, [{ rid: ridOf(n), version }]),
});

describeUnless('missing' in found ? found.missing : undefined, 'Several writers of one Qdrant', () => {
  let server: QdrantServer;
  let index: QdrantVectorIndex;
  const held: { readonly proxy: FaultyProxy; readonly index: QdrantVectorIndex }[] = [];
  let number = 1_000;

  const open = (url: string, prefix: string) =>
    QdrantVectorIndex.open({
      url,
      prefix,
      timeoutMs: 5_000,
      largeBoxes: [],
      quantization: 'none',
      shards: 1,
      replicas: 1,
      role: 'writer',
    });

  beforeAll(async () => {
    server = await QdrantServer.start(found);
    const prefix = `test-${randomUUID()}`;
    index = await open(server.url, prefix);
    await index.put(vectorset, [recordOf(1, [0])]);
    for (const _ of meetings) {
      const proxy = await FaultyProxy.start(server.url);
      held.push({ proxy, index: await open(proxy.url, prefix) });
    }
  });

  afterAll(async () => {
    for (const { proxy, index: behind } of held) {
      await behind.close();
      proxy.close();
    }
    await index.close();
    await server.stop();
  });

  const heldWriter = (i: number) => {
    const writer = held[i % held.length];
    if (!writer) throw new Error('Each meeting has a writer that can be held');
    return writer;
  };

  async function expectRow({ n, version, content, parts, isDeleted }: IndexedRow): Promise<void> {
    const filter = { resources: [ridOf(n)] };
    const hits = await index.search(vectorset, near(0, { filter }));
    const angles = hits.map(({ id, score }) => [id, Math.round((Math.acos(score) * 180) / Math.PI)]);
    const expected = Array.from({ length: isDeleted ? 0 : parts }, (_, part) => [
      idOf(ridOf(n), part),
      degreesOf(content, part),
    ]);
    expect(angles.sort()).toEqual(expected);
    const shared = { all: [filter, { label: `/l/v${version}` }, { visibleTo: [`g${version}`] }, { label: '/k' }] };
    expect(await hitsOf(index, near(0, { filter: shared }))).toHaveLength(expected.length);
  }

  it.each(encounters)('end with what is newest when $name', async (encounter) => {
    const second = writerOf(index);
    // A writer that lost all requests repeatedly pauses, so that others lose them in turn.
    const rotation = encounters.indexOf(encounter);
    const met = meetings.map((meeting, i) => {
      const { proxy, index: behind } = heldWriter(i + rotation);
      return meet(encounter, { first: writerOf(behind), second, proxy }, { ...meeting, n: (number += 1) });
    });
    const rows = await Promise.all(met);
    for (const row of rows) await expectRow(row);
    const heads = (await index.scroll(vectorset, 1_000)).resources;
    for (const { n, version, parts: vectors, isDeleted } of rows)
      expect(heads.filter(({ rid }) => rid === ridOf(n))).toEqual(
        isDeleted ? [] : [{ rid: ridOf(n), version, vectors }],
      );
  });

  describe('show nothing of an older put to whom an update shuts out', () => {
    const isPublic = async (n: number) =>
      hitsOf(index, near(0, { filter: { all: [{ resources: [ridOf(n)] }, { visibleTo: [] }] } }));
    const older = (n: number) => recordOf(n, Array(6).fill(20), { version: 2 });
    const restricted = (n: number) => recordOf(n, [], { version: 3, groups: ['hr'] }).resource;

    it.each([
      ['the put', (writer: QdrantVectorIndex, n: number) => writer.put(vectorset, [older(n)])],
      ['the update', (writer: QdrantVectorIndex, n: number) => writer.update(kbid, [restricted(n)])],
    ])('wherever %s was when it was overtaken', async (name, write) => {
      const met = meetings.map(async ({ heldAt }, i) => {
        const { proxy, index: behind } = heldWriter(i);
        const n = (number += 1);
        await index.put(vectorset, [recordOf(n, [10, 10, 10])]);
        const reached = proxy.holdAt(heldAt);
        const first = write(behind, n);
        await Promise.race([reached, first]);
        await (name === 'the put' ? index.update(kbid, [restricted(n)]) : index.put(vectorset, [older(n)]));
        proxy.release();
        await first;
        expect(await isPublic(n)).toEqual([]);
      });
      await Promise.all(met);
    });
  });
});
