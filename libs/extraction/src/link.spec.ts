import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import { Extractor } from './extractor';
import { extractorOptions } from './fixtures/extractor-options.fixture';
import { collected } from './fixtures/understood.fixture';
import type { LinkContent, PageFetcher } from './link';

const article = Array.from(
  { length: 12 },
  (_, at) => `<p>Paragraph ${at} of the article tells at length how the lock was repaired and who did it.</p>`,
);
const page = `<!doctype html><html lang="en"><head><title>The lock is open | Port</title>
<meta name="description" content="What was done to the lock."><meta property="og:image" content="https://example.org/lock.png"></head>
<body><nav><a href="/a">Home</a> <a href="/b">Contact us today</a></nav><article><h1>The lock is open</h1>${article.join('')}
<p class="note">See <a href="../plans">the plans</a>.</p></article><footer>Imprint and privacy</footer></body></html>`;

/** Asks the real server of this spec, without the guard of the real way out. */
const fetcher: PageFetcher = {
  async fetchPage(uri, { headers, signal }) {
    const answer = await fetch(uri, { headers, signal });
    return {
      status: answer.status,
      url: answer.url,
      headers: Object.fromEntries(answer.headers),
      body: bodyOf(answer),
    };
  },
};

/** A picture that a page may name. */
const images: Readonly<Record<string, string>> = {
  none: '/404',
  page: '/news/lock',
  script: 'javascript:alert(1)',
  flood: '/flood',
  cut: '/cut',
};

/** More than a picture may have. */
function* flood(): Generator<Buffer> {
  for (let mib = 0; mib < 12; mib += 1)
    yield Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1024 ** 2)]);
}

async function* bodyOf(answer: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of answer.body ?? []) yield chunk;
}

describe('a link', () => {
  let server: Server;
  let base: string;
  const asked: IncomingMessage[] = [];
  const extractor = new Extractor(extractorOptions);
  const understand = (link: Partial<LinkContent> & { readonly uri: string }) =>
    understandLink({ ...link, uri: `${base}${link.uri}` });
  const understandLink = (link: LinkContent) =>
    collected(extractor.understand({ link, fetcher }, { understand: { language: 'en' }, owner: 'kb' }));

  beforeAll(async () => {
    const pdf = readFileSync(join(__dirname, 'fixtures/guide.pdf'));
    const png = readFileSync(join(__dirname, 'fixtures/notice.png'));
    server = createServer((request, response) => {
      asked.push(request);
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      if (pathname === '/old') return response.writeHead(302, { location: '/news/lock' }).end();
      if (pathname === '/news/lock') return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      if (pathname === '/latin')
        return response
          .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
          .end(Buffer.from('<p>Schleuse geöffnet für Gäste', 'latin1'));
      if (pathname === '/guide')
        return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(pdf);
      if (pathname === '/notice.png') return response.end(png);
      if (pathname === '/pictured') {
        const image = images[new URL(request.url ?? '', 'http://x').searchParams.get('image') ?? ''] ?? '/notice.png';
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<html><head><meta property="og:image" content="${image}"></head><body><p>Text</body></html>`);
      }
      if (pathname === '/wide')
        return response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${'<b>a</b><i>b</i>'.repeat(5_000)}`);
      if (pathname === '/flood') return Readable.from(flood(), { objectMode: false }).pipe(response);
      if (pathname === '/cut') return response.end(png.subarray(0, 40));
      if (pathname === '/broken')
        return response.writeHead(200, { 'content-length': '1000' }).write('<p>half', () => response.destroy());
      return response.writeHead(Number(pathname.slice(1)) || 404).end('no');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    // A server that listens on a port has an address of this kind.
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await extractor.close();
    server.close();
  });

  it('gives the main content of its page, and what the page says of itself', async () => {
    const understood = await understand({ uri: '/old' });
    expect(understood.text).toContain('Paragraph 11 of the article');
    expect(understood.text).not.toMatch(/Imprint|Contact us/);
    expect(understood.links).toContain(`${base}/plans`);
    expect(understood.page).toMatchObject({
      description: 'What was done to the lock.',
      image: 'https://example.org/lock.png',
    });
    expect(understood.title).toContain('The lock is open');
  });

  it('gives all of the page on request', async () => {
    expect((await understand({ uri: '/news/lock', mainContent: false })).text).toMatch(
      /Contact us today[^]*Imprint and privacy/,
    );
  });

  it('gives only what a selector keeps', async () => {
    expect((await understand({ uri: '/news/lock', cssSelector: 'footer, .note' })).text).toBe(
      'See the plans.\n\nImprint and privacy',
    );
    expect((await understand({ uri: '/news/lock', xpath: '//article/p[2]' })).text).toMatch(/^Paragraph 1 of/);
  });

  it.each([
    [{ uri: '/news/lock', cssSelector: '#missing' }, /selector matches nothing on the page: #missing/],
    [{ uri: '/news/lock', cssSelector: 'p[[' }, /CSS selector cannot be understood/],
    [{ uri: '/news/lock', xpath: '//p[' }, /XPath cannot be understood/],
    [{ uri: '/404' }, /answered 404 \(Not Found\): check the address/],
    [{ uri: '/403' }, /answered 403 \(Forbidden\): it asks for a sign-in/],
    [{ uri: '/503' }, /answered 503 \(Service Unavailable\): process the field again later/],
    [{ uri: '/broken' }, /broke off/],
  ])('says what is wrong: %j', async (link, expected) => {
    const { errors, text } = await understand(link);
    expect(text).toBe('');
    expect(errors).toEqual([expect.objectContaining({ severity: 'ERROR', text: expect.stringMatching(expected) })]);
  });

  it.each([
    [{ xpath: '//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0]' }, 'The XPath takes more than 5 s on this page'],
    [{ cssSelector: '*:has(*:has(*:not(:has(q))~*)~*)' }, 'The CSS selector takes more than 5 s on this page'],
  ])(
    'with a selector that has no end is given up in 5 s: %j',
    async (selector, expected) => {
      const beganMs = performance.now();
      const { errors, text } = await understand({ uri: '/wide', ...selector });
      expect(text).toBe('');
      expect(errors).toEqual([expect.objectContaining({ text: expect.stringContaining(expected) })]);
      // Without an end of its own it would be read for 120 s.
      expect(performance.now() - beganMs).toBeLessThan(60_000);
    },
    130_000,
  );

  it('that nobody answers is an error of the field', async () => {
    const { errors } = await understandLink({ uri: 'http://127.0.0.1:1/' });
    expect(errors[0]?.text).toMatch(/cannot be reached/);
  });

  it('that was not asked at all is to be tried again', async () => {
    const later = new AppError('unavailable', 'It is left alone', { headers: { 'retry-after': '30' } });
    const silent: PageFetcher = { fetchPage: () => Promise.reject(later) };
    const understanding = extractor.understand(
      { link: { uri: 'http://silent.example/' }, fetcher: silent },
      { understand: {}, owner: 'kb' },
    );
    await expect(collected(understanding)).rejects.toBe(later);
  });

  it('sends headers and cookies, but none that belong to the connection', async () => {
    await understand({
      uri: '/news/lock',
      headers: { 'X-Key': '7', Host: 'evil.example' },
      cookies: { a: '1', b: '2' },
    });
    const headers = asked.at(-1)?.headers;
    expect(headers).toMatchObject({ 'x-key': '7', cookie: 'a=1; b=2' });
    expect(headers?.host).not.toBe('evil.example');
  });

  it('decodes by the declared character set', async () => {
    expect((await understand({ uri: '/latin' })).text).toBe('Schleuse geöffnet für Gäste');
  });

  const picturesOf = async (uri: string) => {
    const found: (readonly [string, string])[] = [];
    const options = { understand: {}, owner: 'kb', draws: true };
    for await (const { picture } of extractor.understand({ link: { uri: `${base}${uri}` }, fetcher }, options))
      if (picture) found.push([picture.name, picture.contentType]);
    return found;
  };

  it('has the picture that its page names, which is fetched without the secrets of the link', async () => {
    expect(await picturesOf('/pictured')).toEqual([
      ['link_thumbnail', 'image/png'],
      ['link_image', 'image/png'],
    ]);
    expect([asked.at(-1)?.url, asked.at(-1)?.headers.cookie]).toEqual(['/notice.png', undefined]);
  });

  it.each(['none', 'page', 'script', 'flood', 'cut'])('has no picture where its page names %s', async (image) => {
    expect(await picturesOf(`/pictured?image=${image}`)).toEqual([]);
  });

  it('to a picture or a PDF has a thumbnail of that', async () => {
    expect(await picturesOf('/notice.png')).toEqual([
      ['link_thumbnail', 'image/png'],
      ['link_image', 'image/png'],
    ]);
    expect(await picturesOf('/guide')).toEqual([['link_thumbnail', 'image/png']]);
  });

  it('to a file is read as that file', async () => {
    const understood = await understand({ uri: '/guide' });
    expect(understood.mimeType).toBe('application/pdf');
    expect(understood.paragraphs.some(({ kind }) => kind === 'TABLE')).toBe(true);
  });
});
