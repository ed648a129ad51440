import { randomUUID } from 'node:crypto';
import { describeUnless, findQdrant, QdrantServer } from '@lectern/testing';
import { describeVectorIndex } from '../vector-index.contract';
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
  describeVectorIndex('QdrantVectorIndex that keeps a byte a dimension', storesOf({ quantization: 'scalar' }));
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
