import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteField, downloadExtracted } from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { pdfOf } from '../harness/files';
import { Standalone } from '../harness/standalone';

const MIB = 1024 ** 2;
const EXTRACT = { code: 1, severity: 'ERROR' };
const SECRET = 'The vault is open.';

const article = `<!doctype html><html lang="en"><head><title>How glaciers move</title>
<meta name="description" content="Ice that flows.">
<meta property="og:image" content="/glacier.png"></head><body>
<nav><a href="/a">Home</a> <a href="/b">Imprint</a> Subscribe to our newsletter</nav>
<article><h1>How glaciers move</h1>
<p>Glaciers move because ice deforms under its own weight, and because they slide over their bed on a film of water.</p>
<p class="fact">The fastest glacier of Greenland moves forty metres a day, which is fast enough to be seen by a patient watcher.</p>
<p>In winter the same glacier is slower, since less water reaches its bed and friction holds the ice back.</p></article>
<footer>Copyright and cookies</footer></body></html>`;

/** Pages of the test, by path. */
class Pages {
  readonly seen: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  private failures = 0;

  private constructor(private readonly server: Server) {}

  static async start(inner: () => string = () => ''): Promise<Pages> {
    const server = createServer();
    const pages = new Pages(server);
    server.on('request', (request, response) => void pages.answer(request, response, inner()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return pages;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer({ url = '', headers }: IncomingMessage, response: ServerResponse, inner: string): Promise<void> {
    this.seen.push({ url, headers });
    const html = (text: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    if (url === '/article') html(article);
    else if (url === '/glacier.png') response.end(await readFile('libs/extraction/src/fixtures/notice.png'));
    else if (url === '/secret') html(`<p>${SECRET}</p>`);
    else if (url === '/report.pdf')
      response.setHeader('content-type', 'application/pdf').end(pdfOf(['A report about icebergs.']));
    else if (url === '/plain') response.setHeader('content-type', 'text/plain').end('Plain words about moraines.');
    else if (url === '/moved') redirect('/article');
    else if (url === '/inwards') redirect(`${inner}/secret`);
    else if (url === '/round') redirect('/round');
    else if (url === '/slow') {
      await sleep(1_500);
      html('<p>A slow page about crevasses.</p>');
    } else if (url === '/moody') {
      if (this.failures++ > 0) html('<p>A moody page about seracs.</p>');
      else response.writeHead(503).end();
    } else if (url === '/broken') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('<p>Half a page', () => response.destroy());
    } else if (url === '/huge') await this.flood(response);
    else if (url === '/members') {
      if (headers.cookie?.includes('session=open') && headers['x-member'] === 'yes')
        html('<p>Members read about kames.</p>');
      else response.writeHead(403).end();
    } else response.writeHead(404).end('nothing');
  }

  private async flood(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/html' });
    const piece = Buffer.alloc(MIB, 'a ');
    await pipeline(Readable.from(Array.from({ length: 80 }, () => piece)), response).catch(() => undefined);
  }
}

describe('links, standalone', () => {
  let inner: Pages;
  let pages: Pages;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    inner = await Pages.start();
    pages = await Pages.start(() => inner.origin);
    standalone = await Standalone.start({ env: { EGRESS_ALLOW: `127.0.0.1:${pages.port}` } });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await Promise.all([pages.close(), inner.close()]);
  });

  const read = async (uri: string, options: object = {}) => {
    const rid = await kb.createResource({ links: { page: { uri, ...options } } });
    await kb.untilProcessed(rid);
    const resource = await kb.resource(rid, { show: ['basic', 'errors', 'values', 'extracted'], extracted: ['text'] });
    const { extracted, errors = [], value } = resource.data?.links?.['page'] ?? {};
    const { title, icon, metadata } = resource;
    return { rid, title, icon, status: metadata?.status, value, text: extracted?.text?.text ?? '', errors };
  };
  const refusal = (reason: RegExp) => ({
    status: 'ERROR',
    errors: [{ ...EXTRACT, body: expect.stringMatching(reason) }],
  });

  it.concurrent('are read without what surrounds the main content, and give the title', async () => {
    const { rid, text, ...rest } = await read(`${pages.origin}/article`);
    expect(rest).toMatchObject({
      status: 'PROCESSED',
      errors: [],
      title: 'How glaciers move',
      icon: 'application/svc-link',
    });
    expect(text).toContain('Glaciers move because ice deforms');
    expect(text).not.toMatch(/newsletter|Imprint|cookies/);
    const filter = {
      field: {
        and: [
          { prop: 'resource', id: rid },
          { prop: 'field', type: 'link' },
        ],
      },
    };
    const results = await kb.find({
      query: 'fastest glacier of Greenland',
      features: ['keyword'],
      filter_expression: filter,
    });
    expect(Object.keys(Object.values(results.resources)[0]?.fields ?? {})).toEqual(['/u/page']);
  });

  it.concurrent('have the picture that their page names', async () => {
    const { rid } = await read(`${pages.origin}/article`);
    const { thumbnail, data } = await kb.resource(rid, {
      show: ['basic', 'extracted'],
      extracted: ['link', 'metadata'],
    });
    const path = `/kb/${kb.id}/resource/${rid}/link/page/download/extracted`;
    const { link, metadata } = data?.links?.['page']?.extracted ?? {};
    expect([thumbnail, link, metadata]).toMatchObject([
      `${path}/link_thumbnail`,
      {
        link_thumbnail: { uri: `${path}/link_thumbnail`, content_type: 'image/png', filename: 'link_thumbnail' },
        link_image: { uri: `${path}/link_image`, content_type: 'image/png' },
      },
      { metadata: { thumbnail: { uri: `${path}/link_thumbnail` } } },
    ]);
    const field = { field_type: 'link', field_id: 'page', path: 'link_image' } as const;
    const bytes = await kb.client.api.download(downloadExtracted, { params: { kbid: kb.id, rid, ...field } });
    expect(bytes.equals(await readFile('libs/extraction/src/fixtures/notice.png'))).toBe(true);
    await kb.api(deleteField, { params: { rid, field_type: 'link', field_id: 'page' } });
    expect((await kb.resource(rid)).thumbnail).toBe('');
    expect((await kb.client.send('GET', `/api/v1${thumbnail}`)).status).toBe(404);
  });

  it.concurrent('are read as far as a selector says', async () => {
    const { text, status } = await read(`${pages.origin}/article`, { css_selector: 'p.fact' });
    expect([status, text.trim()]).toEqual(['PROCESSED', expect.stringMatching(/^The fastest glacier[^]*watcher\.$/)]);
    expect((await read(`${pages.origin}/article`, { xpath: '//p[@class="fact"]' })).text.trim()).toBe(text.trim());
    expect(await read(`${pages.origin}/article`, { css_selector: 'p.nowhere' })).toMatchObject(
      refusal(/matches nothing/),
    );
    expect(await read(`${pages.origin}/article`, { css_selector: 'p[' })).toMatchObject(refusal(/selector/));
  });

  it.concurrent('may lead to files and to plain text, and elsewhere', async () => {
    expect(await read(`${pages.origin}/report.pdf`)).toMatchObject({
      status: 'PROCESSED',
      text: expect.stringContaining('icebergs'),
    });
    expect(await read(`${pages.origin}/plain`)).toMatchObject({
      status: 'PROCESSED',
      text: expect.stringContaining('moraines'),
    });
    expect(await read(`${pages.origin}/moved`)).toMatchObject({ status: 'PROCESSED', title: 'How glaciers move' });
  });

  it.concurrent('are asked with the headers and cookies that came along', async () => {
    const options = { headers: { 'X-Member': 'yes' }, cookies: { session: 'open' } };
    expect(await read(`${pages.origin}/members`, options)).toMatchObject({
      status: 'PROCESSED',
      text: expect.stringContaining('kames'),
    });
    expect(await read(`${pages.origin}/members`)).toMatchObject(refusal(/403.*sign-in/));
  });

  it.concurrent('that are slow or moody are waited for', async () => {
    expect(await read(`${pages.origin}/slow`)).toMatchObject({
      status: 'PROCESSED',
      text: expect.stringContaining('crevasses'),
    });
    expect(await read(`${pages.origin}/moody`)).toMatchObject({
      status: 'PROCESSED',
      text: expect.stringContaining('seracs'),
    });
  });

  it.concurrent('that fail say why', async () => {
    expect(await read(`${pages.origin}/nothing`)).toMatchObject(refusal(/404.*check the address/));
    expect(await read(`${pages.origin}/broken`)).toMatchObject(refusal(/broke off/));
    expect(await read(`${pages.origin}/round`)).toMatchObject(refusal(/redirect/i));
    expect(await read(`${pages.origin}/huge`)).toMatchObject(refusal(/larger|too large/i));
    expect(await read('http://no-such-host.invalid/')).toMatchObject(refusal(/cannot be reached/));
  });

  it.concurrent('never lead into the network of the deployment', async () => {
    const port = inner.port;
    const inwards = [
      `http://127.0.0.1:${port}/secret`,
      `http://localhost:${port}/secret`,
      `http://localhost:${pages.port}/article`,
      `http://2130706433:${port}/secret`,
      `http://0x7f.0.0.1:${port}/secret`,
      `http://[::1]:${port}/secret`,
      `http://[::ffff:127.0.0.1]:${port}/secret`,
      `http://0.0.0.0:${port}/secret`,
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      `${pages.origin}/inwards`,
    ];
    const results = await Promise.all(inwards.map(async (uri) => [uri, await read(uri)] as const));
    for (const [uri, { status, errors, text }] of results) {
      expect([uri, status, errors, text]).toMatchObject([
        uri,
        'ERROR',
        [{ ...EXTRACT, body: expect.stringMatching(/cannot be reached/) }],
        '',
      ]);
    }
    expect(inner.seen).toEqual([]);
    const [[, { errors }]] = results as [(typeof results)[number]];
    expect(errors[0]?.body).toMatch(/unknown, or not on the public internet/);
  });

  it.concurrent('of files are fetched with the headers that came along', async () => {
    const external = async (uri: string, extra_headers: object) => {
      const rid = await kb.createResource({ files: { outside: { file: { uri, extra_headers } } } });
      await kb.untilProcessed(rid);
      const { data } = await kb.resource(rid, { show: ['values', 'errors', 'extracted'], extracted: ['text'] });
      return data?.files?.['outside'];
    };
    const found = await external(`${pages.origin}/report.pdf`, {});
    expect(found).toMatchObject({
      status: 'PROCESSED',
      value: { external: true, file: { uri: `${pages.origin}/report.pdf` } },
    });
    expect(found?.extracted?.text?.text).toContain('icebergs');
    const members = await external(`${pages.origin}/members`, { cookie: 'session=open', 'x-member': 'yes' });
    expect(members?.extracted?.text?.text).toContain('kames');
    expect(JSON.stringify(members)).not.toContain('session');
    expect(await external(`http://127.0.0.1:${inner.port}/secret`, {})).toMatchObject({ status: 'ERROR' });
  });
});
