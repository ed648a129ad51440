import { randomUUID } from 'node:crypto';
import { describeUnless, findQdrant, QdrantServer } from '@lectern/testing';
import { describeVectorIndex } from '../vector-index.contract';
import { near, recordOf, vectorset } from '../vector-records.contract';
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

  /** One set of collections for a whole suite: making some takes longer than a test. */
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
});

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
