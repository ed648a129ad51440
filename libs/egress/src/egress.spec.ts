import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';
import type { AppError } from '@lectern/contracts/core';
import { CIRCUIT_PAUSE_MS } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { AllowList } from './allow-list';
import { Egress } from './egress';
import { Guard, type Resolve } from './guard';

type Handler = RequestListener;
const addressOf: Record<string, string> = {};
const resolve: Resolve = async (hostname) => {
  const address = addressOf[hostname];
  if (address === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return [{ address, family: 4 }];
};

describe('Egress', () => {
  let server: Server;
  let port: number;
  let handle: Handler;
  let asked: IncomingMessage[];
  let egress: Egress;
  const site = (path = '/') => `http://site.test:${port}${path}`;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      handle(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A listening TCP server has an AddressInfo.
    ({ port } = server.address() as AddressInfo);
    Object.assign(addressOf, {
      'site.test': '127.0.0.1',
      'other.test': '127.0.0.1',
      'inside.test': '127.0.0.1',
      'metadata.test': '169.254.169.254',
    });
    egress = new Egress(new Guard(new AllowList([`site.test:${port}`, `other.test:${port}`]), resolve));
  });
  beforeEach(() => {
    asked = [];
    handle = (_, response) => response.end('hello');
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    server.closeAllConnections();
    server.close();
  });

  it('gives status, headers, the address at last, and the body as it comes', async () => {
    handle = (_, response) => response.writeHead(404, { 'x-a': ['1', '2'] }).end('not here');
    const answer = await egress.fetch(site('/a?b=c#d'));
    expect([answer.status, answer.headers['x-a'], answer.url, await answer.text()]).toEqual([
      404,
      '1, 2',
      site('/a?b=c#d'),
      'not here',
    ]);
    expect(asked[0]?.url).toBe('/a?b=c');
  });

  it('sends methods, headers and bodies', async () => {
    handle = (request, response) =>
      void text(request).then((sent) => response.end(`${request.method} ${request.headers['x-key']} ${sent}`));
    const post = (body: string | Buffer | Readable) =>
      egress.fetch(site(), { method: 'POST', headers: { 'X-Key': 'k' }, body });
    const answers = await Promise.all([post('text'), post(Buffer.from('bytes')), post(Readable.from(['str', 'eam']))]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      'POST k text',
      'POST k bytes',
      'POST k stream',
    ]);
  });

  describe('asks nothing that is not public', () => {
    it.each([
      ['an address', () => `http://127.0.0.1:${port}/`],
      ['an address in disguise', () => `http://2130706433:${port}/`],
      ['an address in octal', () => `http://0177.0.0.1:${port}/`],
      ['IPv6 loopback', () => `http://[::1]:${port}/`],
      ['IPv4 within IPv6', () => `http://[::ffff:127.0.0.1]:${port}/`],
      ['metadata', () => 'http://169.254.169.254/latest/meta-data/'],
      ['a name of a private address', () => `http://inside.test:${port}/`],
      ['a name of metadata', () => 'http://metadata.test/'],
      ['another port of an allowed host', () => `http://site.test:${port + 1}/`],
      ['a file', () => 'file:///etc/passwd'],
      ['another protocol', () => 'gopher://site.test/'],
      ['credentials in the address', () => `http://user:secret@site.test:${port}/`],
      ['what is no address at all', () => 'site.test'],
    ])('%s', async (_, url) => {
      const failure: unknown = await egress.fetch(url()).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'invalid_request', message: expect.not.stringContaining('secret') });
      expect(asked).toHaveLength(0);
    });

    it('a redirect to one', async () => {
      for (const location of [
        `http://127.0.0.1:${port}/x`,
        `//inside.test:${port}/x`,
        'file:///etc/passwd',
        'http://metadata.test/',
      ]) {
        handle = (_, response) => response.writeHead(302, { location }).end();
        await expect(egress.fetch(site())).rejects.toMatchObject({ code: 'invalid_request' });
      }
      expect(asked.map(({ url }) => url)).toEqual(['/', '/', '/', '/']);
    });

    it('a name that has one such address among others', async () => {
      const both: Resolve = async () => [
        { address: '1.1.1.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ];
      const strict = new Egress(new Guard(new AllowList([]), both));
      await expect(strict.fetch('http://both.test/')).rejects.toMatchObject({ code: 'invalid_request' });
      await strict.onApplicationShutdown();
    });

    it('a name that changes its address after the check: a connection goes where was checked', async () => {
      const second = createServer((_, response) => response.end('from 127.0.0.2')).listen(port, '127.0.0.2');
      await once(second, 'listening');
      let turns = 0;
      const rebinding: Resolve = async () => [{ address: turns++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
      const strict = new Egress(new Guard(new AllowList(['127.0.0.2/32']), rebinding));
      const url = `http://rebinding.test:${port}/`;
      expect(await (await strict.fetch(url, { headers: { connection: 'close' } })).text()).toBe('from 127.0.0.2');
      expect(turns).toBe(1);
      await expect(strict.fetch(url)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(asked).toHaveLength(0);
      await strict.onApplicationShutdown();
      second.close();
    });
  });

  describe('follows redirects', () => {
    it('relative ones and chains, and keeps credentials to the origin they are for', async () => {
      handle = (request, response) => {
        if (request.url === '/1') response.writeHead(301, { location: '2' }).end('moved');
        else if (request.url === '/2') response.writeHead(307, { location: `http://other.test:${port}/3` }).end();
        else response.end('arrived');
      };
      const answer = await egress.fetch(site('/1'), { headers: { Authorization: 'secret', Accept: 'text/plain' } });
      expect([answer.url, await answer.text()]).toEqual([`http://other.test:${port}/3`, 'arrived']);
      expect(asked.map(({ headers }) => [headers.authorization, headers.accept])).toEqual([
        ['secret', 'text/plain'],
        ['secret', 'text/plain'],
        [undefined, 'text/plain'],
      ]);
    });

    it('so many and no more, or none', async () => {
      handle = (_, response) => response.writeHead(302, { location: '/again' }).end();
      await expect(egress.fetch(site(), { redirectsMax: 3 })).rejects.toMatchObject({ code: 'unavailable' });
      expect(asked).toHaveLength(4);
      const answer = await egress.fetch(site(), { redirectsMax: 0 });
      expect([answer.status, answer.headers['location']]).toEqual([302, '/again']);
      answer.discard();
    });
  });

  describe('limits', () => {
    it('what is announced to be too large', async () => {
      handle = (_, response) => response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5_000));
      await expect(egress.fetch(site(), { sizeBytesMax: 4_999 })).rejects.toMatchObject({ code: 'too_large' });
      expect(await (await egress.fetch(site(), { sizeBytesMax: 5_000 })).text()).toHaveLength(5_000);
    });

    it('what turns out to be too large, and hangs up', async () => {
      let hungUp = false;
      handle = (_, response) => {
        const endless = Readable.from(
          (async function* () {
            for (;;) yield await sleep(1, Buffer.alloc(10_000));
          })(),
        );
        response.on('close', () => (hungUp = true));
        endless.pipe(response).on('close', () => endless.destroy());
      };
      const answer = await egress.fetch(site(), { sizeBytesMax: 100_000 });
      await expect(answer.bytes()).rejects.toMatchObject({ code: 'too_large' });
      while (!hungUp) await sleep(5);
    });

    it('what is small until it is unpacked', async () => {
      handle = (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        const zeros = Readable.from(Array.from({ length: 1_000 }, () => Buffer.alloc(100_000)));
        zeros.pipe(createGzip()).pipe(response);
      };
      const answer = await egress.fetch(site(), { sizeBytesMax: 1_000_000 });
      await expect(answer.bytes()).rejects.toMatchObject({ code: 'too_large' });
    });

    it('the time until it answers', async () => {
      handle = () => undefined;
      await expect(egress.fetch(site(), { timeoutMs: 50 })).rejects.toMatchObject({ code: 'deadline_exceeded' });
    });

    it('the time until it has answered in full', async () => {
      handle = (_, response) => {
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(timer));
      };
      const answer = await egress.fetch(site(), { timeoutMs: 200 });
      await expect(answer.text()).rejects.toMatchObject({ code: 'deadline_exceeded' });
    });

    it('nothing after the caller has lost interest', async () => {
      handle = (_, response) => void response.write('a');
      const caller = new AbortController();
      const answer = await egress.fetch(site(), { signal: caller.signal });
      caller.abort();
      await expect(answer.text()).rejects.toMatchObject({ code: 'cancelled' });
      await expect(egress.fetch(site(), { signal: caller.signal })).rejects.toMatchObject({ code: 'cancelled' });
    });
  });

  describe('an origin', () => {
    const hanging =
      (ms: number): Handler =>
      (_, response) =>
        void setTimeout(() => response.end('at last'), ms);
    const timeoutMs = 400;
    const fast = { failsFast: true };
    let fresh: Egress;
    beforeEach(
      () => (fresh = new Egress(new Guard(new AllowList([`site.test:${port}`, `other.test:${port}`]), resolve))),
    );
    afterEach(() => fresh.onApplicationShutdown());

    it('that is slow is asked by so many at once, and the time of the others does not run meanwhile', async () => {
      handle = hanging(150);
      let most = 0;
      let open = 0;
      server.on('request', (_, response) => {
        most = Math.max(most, (open += 1));
        response.on('close', () => (open -= 1));
      });
      const asks = Array.from({ length: 80 }, () => fresh.fetch(site(), { ...fast, timeoutMs, waitMs: 30_000 }));
      for (const answer of await Promise.all(asks)) expect(await answer.text()).toBe('at last');
      expect(most).toBeLessThanOrEqual(16);
    });

    it('that does not answer is left alone, while others are asked as always', async () => {
      handle = (request, response) => {
        if (request.headers.host?.startsWith('other')) response.end('here');
      };
      const asks = Array.from({ length: 200 }, () => fresh.fetch(site(), { ...fast, timeoutMs, waitMs: 30_000 }));
      const errors = await Promise.allSettled(asks);
      const reasons = errors.map((one) => (one.status === 'rejected' ? (one.reason as AppError) : undefined));
      const later = reasons.filter((reason) => reason?.details.headers?.['retry-after'] === '30');
      expect(reasons.filter((reason) => reason?.code === 'deadline_exceeded').length).toBeLessThanOrEqual(32);
      expect(later.length).toBeGreaterThanOrEqual(168);
      expect(later[0]?.message).toMatch(/^site\.test:\d+ did not answer several requests in a row/);
      const next = fresh.fetch(site(), { ...fast, timeoutMs: 30_000 });
      await expect(next).rejects.toMatchObject({ code: 'unavailable', details: { headers: { 'retry-after': '30' } } });
      expect(await (await fresh.fetch(`http://other.test:${port}/`)).text()).toBe('here');
    });

    it('that never ends its answers is left alone, too', async () => {
      handle = (_, response) => void response.write('a');
      const ask = async () => (await fresh.fetch(site(), { ...fast, timeoutMs: 50 })).text();
      for (let at = 0; at < 5; at += 1) await expect(ask()).rejects.toMatchObject({ code: 'deadline_exceeded' });
      await expect(ask()).rejects.toThrow(/several requests in a row/);
    });

    it('is left alone by those only who fail fast', async () => {
      handle = () => undefined;
      for (let at = 0; at < 6; at += 1)
        await expect(fresh.fetch(site(), { timeoutMs: 20 })).rejects.toMatchObject({ code: 'deadline_exceeded' });
    });

    it('that answers again is asked again', async () => {
      handle = () => undefined;
      const ask = async (timeoutMs = 30_000) => (await fresh.fetch(site(), { ...fast, timeoutMs })).text();
      for (let at = 0; at < 5; at += 1) await expect(ask(50)).rejects.toMatchObject({ code: 'deadline_exceeded' });
      handle = (_, response) => response.end('back');
      await expect(ask()).rejects.toThrow(/several requests in a row/);
      await sleep(CIRCUIT_PAUSE_MS + 100);
      expect(await ask()).toBe('back');
      expect(await Promise.all([ask(), ask()])).toEqual(['back', 'back']);
    });

    it('that answers what we do not like, or is not waited for, is not left alone', async () => {
      handle = (request, response) => {
        if (request.url !== '/hang') response.writeHead(503, { 'retry-after': '100' }).end('broken');
      };
      for (let at = 0; at < 8; at += 1) {
        const caller = new AbortController();
        const hung = fresh.fetch(site('/hang'), { ...fast, signal: caller.signal });
        setTimeout(() => caller.abort(), 20);
        await expect(hung).rejects.toMatchObject({ code: 'cancelled' });
        expect(await (await fresh.fetch(site(), fast)).text()).toBe('broken');
      }
    });
  });

  it('unpacks what is packed, and says when it cannot', async () => {
    const encoded: Record<string, Buffer> = {
      gzip: gzipSync('hello'),
      br: brotliCompressSync('hello'),
      identity: Buffer.from('hello'),
    };
    handle = (request, response) => {
      const encoding = String(request.url?.slice(1));
      response.writeHead(200, { 'content-encoding': encoding }).end(encoded[encoding] ?? 'hello');
    };
    for (const encoding of Object.keys(encoded))
      expect(await (await egress.fetch(site(`/${encoding}`))).text()).toBe('hello');
    await expect(egress.fetch(site('/compress'))).rejects.toMatchObject({ code: 'unavailable' });
    const wrong = await egress.fetch(site('/zstd'));
    await expect(wrong.text()).rejects.toMatchObject({ code: 'unavailable' });
  });

  describe('tries again', () => {
    it('what may be repeated, after failures that may pass', async () => {
      handle = (request, response) => {
        if (asked.length === 1) request.socket.destroy();
        else if (asked.length === 2) response.writeHead(503, { 'retry-after': '0' }).end();
        else response.end('at last');
      };
      expect(await (await egress.fetch(site())).text()).toBe('at last');
    });

    it('at most twice, and then passes on what it got', async () => {
      handle = (_, response) => response.writeHead(502).end('broken');
      const answer = await egress.fetch(site());
      expect([answer.status, await answer.text(), asked.length]).toEqual([502, 'broken', 3]);
    });

    it('nothing that may not be repeated', async () => {
      handle = (request) => request.socket.destroy();
      await expect(egress.fetch(site(), { method: 'POST', body: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
      expect(asked).toHaveLength(1);
    });
  });

  it('says in words why nobody answered', async () => {
    for (const name of ['unknown.test', 'inside.test'])
      await expect(egress.fetch(`http://${name}/`)).rejects.toMatchObject({
        code: 'invalid_request',
        message: `${name} is unknown, or not on the public internet`,
      });
    const closed = new Egress(new Guard(new AllowList(['127.0.0.1'])));
    await expect(closed.fetch('http://127.0.0.1:1/', { method: 'POST' })).rejects.toMatchObject({
      message: /refused the connection/,
    });
    await closed.onApplicationShutdown();
  });

  describe('what a name of this network resolves to', () => {
    let lines: string[];

    beforeEach(() => {
      lines = [];
      const collect = (message: unknown) => void lines.push(String(message));
      Logger.overrideLogger({ log: collect, warn: collect, error: collect });
    });
    afterEach(() => Logger.overrideLogger(['error', 'warn', 'log']));

    const refusal = async (url: string) => {
      const failure: unknown = await egress.fetch(url).catch((error: unknown) => error);
      return inspect(failure, { depth: null, showHidden: true });
    };

    it.each([
      ['inside.test', '127.0.0.1'],
      ['metadata.test', '169.254.169.254'],
    ])('is for the log only: %s', async (name, address) => {
      handle = (_, response) => response.writeHead(302, { location: `http://${name}:${port}/` }).end();
      for (const url of [`http://${name}:${port}/`, site()]) {
        lines = [];
        expect(await refusal(url)).not.toContain(address);
        expect(lines).toEqual([expect.stringContaining(`${name}:${port} (${address}) is not on the public internet`)]);
      }
    });
  });

  it('reads JSON, and says when it is none', async () => {
    handle = (request, response) => response.end(request.url === '/json' ? '{"a":1}' : '<html>');
    expect(await (await egress.fetch(site('/json'))).json()).toEqual({ a: 1 });
    await expect((await egress.fetch(site('/html'))).json()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
