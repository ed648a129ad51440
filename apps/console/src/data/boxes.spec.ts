import { ACCOUNT, BOX, BOX_PATH, ConsoleServer, refused } from '../console-server.fixture';
import { queries } from '../api/queries';
import { boxesQuery, boxQuery, countersQuery } from './boxes';

describe('a box', () => {
  const server = new ConsoleServer();
  const { fetch } = globalThis;
  const read = (kbid: string) => queries.fetchQuery({ ...boxQuery(kbid), retry: false, gcTime: 0 });
  const lake = { ...BOX, id: 'b8', title: 'Lakes', account_id: 'a2' };
  beforeAll(async () => {
    await server.start();
    globalThis.fetch = (url, init) => fetch(new URL(String(url), server.origin), init);
  });
  beforeEach(() => {
    queries.clear();
    server.reset();
    server.on('GET /api/v1/accounts', [ACCOUNT, { ...ACCOUNT, id: 'a2', title: 'Lake office' }]);
  });
  afterAll(async () => {
    globalThis.fetch = fetch;
    queries.clear();
    await server.stop();
  });

  it('is found in the first account that has it', async () => {
    expect(await read('b1')).toMatchObject({ id: 'b1', account_id: 'a1' });
    expect(server.sent('GET /api/v1/account/a2/kb/b1')).toEqual([]);
  });

  it.each([404, 403])('is looked for in the next account when one answers %d', async (status) => {
    server.on('GET /api/v1/account/a1/kb/b8', refused(status, 'No'));
    server.on('GET /api/v1/account/a2/kb/b8', lake);
    expect(await read('b8')).toEqual(lake);
  });

  it('that no account has is missing', async () => {
    for (const account of ['a1', 'a2']) server.on(`GET /api/v1/account/${account}/kb/b9`, refused(404, 'No such box'));
    await expect(read('b9')).rejects.toMatchObject({ status: 404, body: { detail: 'No such box' } });
  });

  it('is missing for somebody without an account', async () => {
    server.on('GET /api/v1/accounts', []);
    await expect(read('b1')).rejects.toMatchObject({ status: 404 });
  });

  it('that a broken server does not give is not looked for elsewhere', async () => {
    server.on(`GET ${BOX_PATH}`, refused(500, 'Broken'));
    await expect(read('b1')).rejects.toMatchObject({ status: 500 });
    expect(server.sent('GET /api/v1/account/a2/kb/b1')).toEqual([]);
  });

  it('is one of the list of its account', async () => {
    expect(await queries.fetchQuery({ ...boxesQuery('a1'), gcTime: 0 })).toEqual([BOX]);
  });

  it('is counted again from time to time, unless it was deleted', async () => {
    const { refetchInterval } = countersQuery('b1');
    if (typeof refetchInterval !== 'function') throw new Error('The counters are read once');
    const after = (error: unknown) => refetchInterval({ state: { error } } as Parameters<typeof refetchInterval>[0]);
    const missing = await read('b404').catch((error: unknown) => error);
    expect([after(null), after(missing), after(new TypeError('Failed to fetch'))]).toEqual([5_000, false, 5_000]);
  });
});
