import { ConsoleServer, Refusal } from '../console-server.fixture';
import { connection } from './connection';
import { loadCode } from './load-code';

describe('code of the console that cannot be loaded', () => {
  const server = new ConsoleServer();
  const { fetch } = globalThis;
  beforeAll(async () => {
    await server.start();
    globalThis.fetch = (url, init) => fetch(new URL(String(url), server.origin), init);
  });
  beforeEach(() => {
    server.reset();
    connection.report(false);
  });
  afterAll(async () => {
    globalThis.fetch = fetch;
    await server.stop();
  });

  /** Loads after some failures; counts the tries. */
  function importer(failures: number) {
    let tries = 0;
    const load = () =>
      ++tries > failures ? Promise.resolve('code') : Promise.reject(new TypeError('Failed to fetch'));
    return { load, tries: () => tries };
  }

  it('is an error while the server is there: another version was installed', async () => {
    const { load, tries } = importer(1);
    await expect(loadCode(load)).rejects.toThrow('Failed to fetch');
    expect(tries()).toBe(1);
  });

  it('is loaded when the server is back', async () => {
    server.on('GET /console/session', new Refusal(502, 'Bad gateway', 'text/html'));
    const { load, tries } = importer(1);
    const loaded = loadCode(load);
    while (!connection.isAway()) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tries()).toBe(1);
    connection.report(false);
    expect(await loaded).toBe('code');
  });

  it('is loaded at once when nothing fails, without a question to the server', async () => {
    expect(await loadCode(importer(0).load)).toBe('code');
    expect(server.asked).toEqual([]);
  });
});
