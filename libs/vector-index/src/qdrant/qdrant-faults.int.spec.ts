import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeUnless, findQdrant, freePort, QdrantServer } from '@lectern/testing';
import { hitsOf, near, recordOf, vectorset } from '../vector-records.contract';
import { type QdrantOptions, QdrantVectorIndex } from './qdrant-vector-index';

const found = findQdrant();
const missing = 'missing' in found ? found.missing : 'url' in found ? 'the Qdrant that runs is not ours' : undefined;
const apiKey = 'tests-only';
const unavailable = { code: 'unavailable' };

describeUnless(missing, 'a Qdrant of our own', () => {
  let server: QdrantServer;

  const open = (more: Partial<QdrantOptions> = {}) =>
    QdrantVectorIndex.open({
      url: server.url,
      apiKey,
      prefix: `test-${randomUUID()}`,
      timeoutMs: 5_000,
      largeBoxes: [],
      quantization: 'none',
      shards: 1,
      replicas: 1,
      role: 'writer',
      ...more,
    });

  const call = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'api-key': apiKey };
    const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
  };

  beforeAll(async () => {
    server = await QdrantServer.start(found, { apiKey });
  });

  afterAll(() => server.stop());

  describe('a wrong setting', () => {
    it('of the address is reported at start', async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      await expect(open({ url })).rejects.toThrow(`Qdrant at ${url} cannot be used (QDRANT_URL, QDRANT_API_KEY)`);
    });

    it.each([['wrong'], [undefined]])('of the key (%s) is reported at start', async (key) => {
      await expect(open({ apiKey: key })).rejects.toThrow('Qdrant refuses the key');
    });

    it.each([
      [{ text: { size: 7, distance: 'Cosine' } }, 'has vectors of 7 dimensions instead of 8'],
      [{ text: { size: 8, distance: 'Euclid' } }, 'compares by Euclid instead of Cosine'],
      [{ size: 8, distance: 'Cosine' }, 'was not made by Lectern'],
    ])('that finds another collection (%j) is reported at start', async (vectors, problem) => {
      const prefix = `test-${randomUUID()}`;
      await call('PUT', `/collections/${prefix}-old`, { vectors });
      const alias = { create_alias: { collection_name: `${prefix}-old`, alias_name: `${prefix}-8` } };
      await call('POST', '/collections/aliases', { actions: [alias] });
      await expect(open({ prefix })).rejects.toThrow(`The Qdrant collection ${prefix}-8 ${problem}: remove it`);
    });

    it('that finds an older Qdrant is reported at start', async () => {
      const old = await listen((_, response) => response.end(JSON.stringify({ version: '1.15.5' })));
      await expect(open({ url: old.url })).rejects.toThrow('it is version 1.15.5, and at least 1.16 is needed');
      old.server.close();
    });
  });

  it('that is slow when a service starts is waited for longer than by a search', async () => {
    const slow = await listen((_, response) => {
      setTimeout(() => response.end(JSON.stringify({ version: '1.15.5' })), 300);
    });
    await expect(open({ url: slow.url, timeoutMs: 50 })).rejects.toThrow('it is version 1.15.5');
    slow.server.close();
  });

  it('that stops costs errors that say so; what was written is there when it is back', async () => {
    const index = await open();
    await index.put(vectorset, [recordOf(1, [10])]);
    await server.pause();
    await expect(index.search(vectorset, near(0))).rejects.toMatchObject(unavailable);
    await expect(index.put(vectorset, [recordOf(2, [20])])).rejects.toMatchObject(unavailable);
    await expect(index.check()).rejects.toMatchObject(unavailable);
    await server.resume();
    expect(await hitsOf(index, near(0))).toEqual([1]);
    await index.put(vectorset, [recordOf(2, [20])]);
    expect(await hitsOf(index, near(0))).toEqual([1, 2]);
    await index.close();
  });

  it('that is killed while it updates has done what was requested again as if nothing had been', async () => {
    const index = await open();
    const [size, newest] = [200, 12];
    const numbers = Array.from({ length: size }, (_, n) => n);
    const shared = (version: number) => ({ version, groups: [`g${version}`], labels: [`/l/v${version}`] });
    await index.put(
      vectorset,
      numbers.map((n) => recordOf(n, [10, 20], shared(1))),
    );
    const failures: unknown[] = [];
    let version = 1;
    const updating = (async () => {
      while (version < newest) {
        version += 1;
        const resources = numbers.map((n) => recordOf(n, [], shared(version)).resource);
        const update = () => index.update(vectorset.kbid, resources);
        while (
          !(await update().then(
            () => true,
            (error: unknown) => void failures.push(error),
          ))
        )
          await sleep(100);
      }
    })();
    while (version < newest / 3) await sleep(5);
    await server.pause();
    await expect(index.update(vectorset.kbid, [recordOf(0, []).resource])).rejects.toMatchObject(unavailable);
    await server.resume();
    await updating;
    expect(failures).toContainEqual(expect.objectContaining(unavailable));
    const filter = { all: [{ label: `/l/v${newest}` }, { visibleTo: [`g${newest}`] }] };
    expect(await index.search(vectorset, near(0, { filter, limit: 500 }))).toHaveLength(2 * size);
    const { resources } = await index.scroll(vectorset, size + 1);
    expect(resources.map((held) => [held.version, held.vectors])).toEqual(numbers.map(() => [newest, 2]));
    await index.close();
  });

  it('that answers nothing is given up at the deadline, then left alone, then asked again', async () => {
    let held = 0;
    let isSlow = false;
    const proxy = await listen((request, response) => {
      if (isSlow) return void (held += 1);
      const { method, url, headers } = request;
      void request.toArray().then(async (chunks) => {
        const body = method === 'GET' ? undefined : Buffer.concat(chunks);
        const sent = { 'content-type': 'application/json', 'api-key': String(headers['api-key']) };
        const answer = await fetch(`${server.url}${url}`, { method, headers: sent, body });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      });
    });
    const index = await open({ url: proxy.url, timeoutMs: 1_000 });
    await index.put(vectorset, [recordOf(1, [10])]);
    isSlow = true;
    for (let i = 0; i < 5; i += 1)
      await expect(index.search(vectorset, near(0))).rejects.toThrow('Qdrant did not answer within 1000 ms');
    await expect(index.search(vectorset, near(0))).rejects.toMatchObject({
      ...unavailable,
      details: { headers: { 'Retry-After': '2' } },
    });
    expect(held).toBe(5);
    isSlow = false;
    await sleep(2_100);
    expect(await hitsOf(index, near(0))).toEqual([1]);
    await index.close();
    proxy.server.closeAllConnections();
    proxy.server.close();
  });
});

async function listen(listener: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}
