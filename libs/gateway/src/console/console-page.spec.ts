import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { TestGateway } from '../gateway.fixture';

const SCRIPT = `console.log('${'tides '.repeat(200)}');`;
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the console', () => {
  let folder: string;
  let gateway: TestGateway;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-console-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__"><p>The console');
    const script = join(folder, 'assets', 'main-abc.js');
    writeFileSync(script, SCRIPT);
    writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
    writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
    gateway = await TestGateway.start({}, { consoleFolder: folder });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    gateway.call(path, { as: '', headers, method });

  it('is what browsers get at the root and at every address that nothing else is at', async () => {
    for (const path of ['/', '/sign-in', '/boxes/x/search?query=a', '/%E0%A4%A']) {
      const answer = await get(path, BROWSER);
      const text = await answer.text();
      if (path.includes('%')) expect(answer.status).toBe(400);
      else expect([path, answer.status, text.includes('The console')]).toEqual([path, 200, true]);
    }
    const head = await get('/boxes', BROWSER, 'HEAD');
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('leaves the interface where it is, and clients what they always got', async () => {
    expect(await (await get('/', { accept: '*/*' })).text()).toContain('This is its API');
    expect(await (await get('/', { accept: 'text/html;q=0, */*' })).text()).toContain('This is its API');
    const statuses = async (headers: Record<string, string>) => {
      const paths = ['/boxes', '/api/v1/nowhere', '/api', '/assets/none.js', '/console/none', '/health/none'];
      return Promise.all(paths.map(async (path) => (await get(path, headers)).status));
    };
    expect(await statuses({ accept: '*/*' })).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await statuses(BROWSER)).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await get('/boxes', BROWSER, 'POST')).status).toBe(404);
    expect((await get('/api/v1/versions', BROWSER)).headers.get('content-type')).toBe('application/json');
    expect((await get('/assets/none.js')).headers.get('content-type')).toBe('application/json');
  });

  it('may load and run only what this server says, with a new nonce for each page', async () => {
    const pages = await Promise.all([get('/', BROWSER), get('/', BROWSER)]);
    const nonces = await Promise.all(
      pages.map(async (page) => {
        const nonce = /content="([^"]+)"/.exec(await page.text())?.[1] ?? '';
        const policy = page.headers.get('content-security-policy') ?? '';
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(policy).toMatch(/^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/);
        expect(policy).not.toMatch(/unsafe|https?:|\*/);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
    expect(Object.fromEntries(pages[0]?.headers ?? [])).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'Accept',
    });
  });

  it('has assets that browsers keep, compressed as they were built', async () => {
    const lengths: number[] = [];
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await get('/assets/main-abc.js', { 'accept-encoding': encoding });
      expect([answer.status, answer.headers.get('content-encoding') ?? 'identity']).toEqual([200, encoding]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toContain('javascript');
      lengths.push(Number(answer.headers.get('content-length')));
      expect(await answer.text()).toBe(SCRIPT);
    }
    expect(Math.max(lengths[0] ?? 0, lengths[1] ?? 0)).toBeLessThan(lengths[2] ?? 0);
    const etag = (await get('/assets/main-abc.js')).headers.get('etag') ?? '';
    // The default of fetch would request the whole file.
    const again = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await get('/assets/main-abc.js', again)).status).toBe(304);
  });

  it('gives away no other file', async () => {
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    for (const path of ['/assets/..%2fsecret.txt', '/assets/%2e%2e/secret.txt', '/assets//../secret.txt', '/assets/']) {
      const answer = await get(path);
      expect([path, answer.status >= 400]).toEqual([path, true]);
      expect(await answer.text()).not.toContain('"secret"');
    }
  });
});

describe('without a console', () => {
  it.each([
    ['switched off', { CONSOLE: 'false' }],
    ['one half of the interface only', { GATEWAY_HOSTS: 'zone' }],
    ['not built', {}],
  ])('browsers get the home page of the interface: %s', async (_, environment) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-console-'));
    if (!('x' in environment) && Object.keys(environment).length > 0) writeFileSync(join(folder, 'index.html'), 'No');
    const gateway = await TestGateway.start(environment, { consoleFolder: folder });
    try {
      const home = await gateway.call('/', { as: '', headers: BROWSER });
      expect(await home.text()).toContain('This is its API');
      expect((await gateway.call('/boxes', { as: '', headers: BROWSER })).status).toBe(404);
    } finally {
      await gateway.close();
      rmSync(folder, { recursive: true });
    }
  });
});
