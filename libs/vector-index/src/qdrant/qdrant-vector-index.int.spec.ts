import { randomUUID } from 'node:crypto';
import { describeUnless, findQdrant, QdrantServer } from '@lectern/testing';
import { describeVectorIndex } from '../vector-index.contract';
import { hitsOf, near, recordOf, vectorset } from '../vector-records.contract';
import { type QdrantOptions, QdrantVectorIndex } from './qdrant-vector-index';

const found = findQdrant();

describeUnless('missing' in found ? found.missing : undefined, 'with a Qdrant', () => {
  let server: QdrantServer;

  beforeAll(async () => {
    server = await QdrantServer.start(found);
  });

  afterAll(() => server.stop());

  const optionsOf = (more: Partial<QdrantOptions> = {}): QdrantOptions => ({
    url: server.url,
    prefix: `test-${randomUUID()}`,
    timeoutMs: 5_000,
    largeBoxes: [],
    quantization: 'none',
    shards: 1,
    replicas: 1,
    role: 'writer',
    ...more,
  });

  /** One set of collections per suite: creating them takes longer than a test. */
  const storesOf = (more: Partial<QdrantOptions> = {}) => {
    const prefix = `test-${randomUUID()}`;
    return async () => ({
      open: () => QdrantVectorIndex.open(optionsOf({ prefix, ...more })),
      destroy: () => removePoints(server.url, prefix),
    });
  };

  describeVectorIndex('QdrantVectorIndex', storesOf());
  describeVectorIndex(
    'QdrantVectorIndex that keeps a byte a dimension, and a large box',
    storesOf({ quantization: 'scalar', largeBoxes: [vectorset.kbid] }),
  );

  it('keeps a large box apart, and forgets where it was before it had its own collection', async () => {
    const prefix = `test-${randomUUID()}`;
    const other = { ...vectorset, kbid: randomUUID() };
    const shared = await QdrantVectorIndex.open(optionsOf({ prefix }));
    for (const set of [vectorset, other]) await shared.put(set, [recordOf(1, [10])]);
    const apart = await QdrantVectorIndex.open(optionsOf({ prefix, largeBoxes: [vectorset.kbid] }));
    await apart.put(vectorset, [recordOf(1, [20])]);
    expect((await apart.search(vectorset, near(20)))[0]?.score).toBeCloseTo(1, 5);
    expect([await shared.count(vectorset), await shared.count(other)]).toMatchObject([{ vectors: 0 }, { vectors: 1 }]);
    await apart.drop(vectorset.kbid);
    expect([await apart.count(vectorset), await apart.count(other)]).toMatchObject([{ vectors: 0 }, { vectors: 1 }]);
    await Promise.all([shared.close(), apart.close()]);
  });

  it('says that a collection is gone while it is used, and makes it again with what is put', async () => {
    const prefix = `test-${randomUUID()}`;
    const [index, other] = await Promise.all([1, 2].map(() => QdrantVectorIndex.open(optionsOf({ prefix }))));
    if (!index || !other) throw new Error('Two were opened');
    for (const one of [index, other]) await one.put(vectorset, [recordOf(1, [10])]);
    const reports: unknown[] = [];
    index.damage.listen(({ kbid, absent }) => reports.push({ kbid, absent }));
    await called('DELETE', `${server.url}/collections/${prefix}-${vectorset.dimensions}-v1`);
    expect(await hitsOf(index, near(10))).toEqual([]);
    expect(reports).toEqual([{ kbid: vectorset.kbid, absent: true }]);
    expect(await index.inspect(vectorset)).toBe('absent');
    // Also by a process that does not know that it was dropped.
    await other.put(vectorset, [recordOf(1, [10]), recordOf(2, [20])]);
    await index.drop(vectorset.kbid);
    await index.put(vectorset, [recordOf(1, [10]), recordOf(2, [20])]);
    expect([await hitsOf(index, near(10)), await index.inspect(vectorset)]).toEqual([[1, 2], 'held']);
    await Promise.all([index.close(), other.close()]);
  });

  it('says that points are lost: which resources lack some, and that a box lacks all', async () => {
    const prefix = `test-${randomUUID()}`;
    const collection = `${server.url}/collections/${prefix}-${vectorset.dimensions}-v1`;
    const index = await QdrantVectorIndex.open(optionsOf({ prefix }));
    const other = { ...vectorset, kbid: randomUUID() };
    const records = [recordOf(1, [10, 15]), recordOf(2, [20]), recordOf(3, [30])];
    for (const set of [vectorset, other]) await index.put(set, records);
    expect(await index.differing(vectorset, records)).toEqual([]);
    const reports: unknown[] = [];
    index.damage.listen(({ kbid, absent }) => reports.push({ kbid, absent }));
    const lose = (must: object[]) => called('POST', `${collection}/points/delete?wait=true`, { filter: { must } });
    const ofBox = { key: 'kb', match: { value: vectorset.kbid } };
    await lose([ofBox, { key: 'rid', match: { value: records[1]?.resource.rid } }]);
    expect(await index.differing(vectorset, records)).toEqual([records[1]?.resource.rid]);
    expect([await hitsOf(index, near(10)), reports]).toEqual([[1, 1, 3], []]);
    await lose([ofBox]);
    expect([await hitsOf(index, near(10)), await index.inspect(vectorset)]).toEqual([[], 'absent']);
    expect(reports).toEqual([{ kbid: vectorset.kbid, absent: true }]);
    expect(await index.differing(other, records)).toEqual([]);
    await index.close();
  });

  it('goes on from a snapshot of its collection, which says nothing of the name that it is called by', async () => {
    const prefix = `test-${randomUUID()}`;
    const collection = `${server.url}/collections/${prefix}-${vectorset.dimensions}-v1`;
    const before = await QdrantVectorIndex.open(optionsOf({ prefix }));
    await before.put(vectorset, [recordOf(1, [10, 20]), recordOf(2, [30], { version: 7 })]);
    const { name } = await called('POST', `${collection}/snapshots`);
    const snapshot = await (await fetch(`${collection}/snapshots/${name}`)).blob();
    await called('DELETE', collection);
    expect(await before.search(vectorset, near(10))).toEqual([]);
    const form = new FormData();
    form.append('snapshot', snapshot, name);
    await called('POST', `${collection}/snapshots/upload?wait=true`, form);
    const after = await QdrantVectorIndex.open(optionsOf({ prefix }));
    expect((await after.search(vectorset, near(30)))[0]?.score).toBeCloseTo(1, 5);
    expect((await after.scroll(vectorset, 10)).resources).toMatchObject([
      { version: 1, vectors: 2 },
      { version: 7, vectors: 1 },
    ]);
    await after.put(vectorset, [recordOf(2, [40], { version: 6 }), recordOf(3, [50])]);
    expect((await hitsOf(after, near(0))).sort()).toEqual([1, 1, 2, 3]);
    await Promise.all([before.close(), after.close()]);
  });

  it('finds vectors of before labels of resources were kept apart, which keep such labels until they are put again', async () => {
    const prefix = `test-${randomUUID()}`;
    const collection = `${server.url}/collections/${prefix}-${vectorset.dimensions}-v1`;
    const record = recordOf(1, [{ degrees: 10, labels: ['/k/own'] }], { labels: ['/l/old'] });
    const before = await QdrantVectorIndex.open(optionsOf({ prefix }));
    await before.put(vectorset, [record]);
    await before.close();
    const filter = { must: [] };
    await called('POST', `${collection}/points/payload?wait=true`, {
      payload: { labels: ['/k/own', '/k', '/l/old', '/l'] },
      filter,
    });
    await called('POST', `${collection}/points/payload/delete?wait=true`, { keys: ['resource_labels'], filter });
    await called('DELETE', `${collection}/index/resource_labels?wait=true`);
    const index = await QdrantVectorIndex.open(optionsOf({ prefix }));
    const { payload_schema: schema } = await called('GET', collection);
    expect(schema).toHaveProperty('resource_labels');
    const found = async () => {
      const labels = ['/k/own', '/l/old', '/l/new'].map((label) => hitsOf(index, near(0, { filter: { label } })));
      return (await Promise.all(labels)).map((hits) => hits.length);
    };
    expect(await found()).toEqual([1, 1, 0]);
    const changed = { ...record.resource, version: 2, groups: ['hr'], labels: ['/l/new'] };
    await index.update(vectorset.kbid, [changed]);
    expect(await hitsOf(index, near(0, { filter: { visibleTo: [] } }))).toEqual([]);
    expect(await found()).toEqual([1, 1, 1]);
    await index.put(vectorset, [{ ...record, resource: changed }]);
    expect(await found()).toEqual([1, 0, 1]);
    await index.close();
  });
});

interface CalledResult {
  readonly name: string;
  readonly payload_schema: object;
}

async function called(method: string, url: string, body?: object): Promise<CalledResult> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(url, { method, ...(body instanceof FormData || !body ? { body } : json) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).result;
}

async function removePoints(url: string, prefix: string): Promise<void> {
  const answer = await (await fetch(`${url}/collections`)).json();
  const names: string[] = answer.result.collections.map(({ name }: { name: string }) => name);
  for (const name of names.filter((one) => one.startsWith(prefix))) await removePointsOf(`${url}/collections/${name}`);
}

async function removePointsOf(collection: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify({ filter: { must: [] } }) };
  expect((await fetch(`${collection}/points/delete?wait=true`, request)).ok).toBe(true);
}
