import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type BlobStore, FilesystemBlobStore } from '@lectern/blob-store';
import fc from 'fast-check';
import { downloadAnswer } from './download';
import { isHarmless } from './harmless-type';

const KEY = 'kb/a/file';
const GET = { range: undefined, headOnly: false, mayRedirect: true };

describe('a download from a store that clients reach by themselves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-download-'));
  const link = async (key: string) => `https://store.example/${key}`;
  const blobs: BlobStore = Object.assign(new FilesystemBlobStore(folder), { link });

  beforeAll(() => blobs.write(KEY, Readable.from(['content']), { sizeBytesMax: 100 }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const shown = async (contentType: string, inline: boolean) => {
    const answer = await downloadAnswer({ key: KEY, contentType, inline }, blobs, GET);
    answer.content?.destroy();
    return answer;
  };

  it('is a link when it is saved, or shown and harmless', async () => {
    for (const [type, inline] of [
      ['text/html', false],
      ['image/svg+xml', false],
      ['IMAGE/PNG', true],
      ['text/plain; charset=utf-8', true],
    ] as const) {
      const { status, headers } = await shown(type, inline);
      expect([type, status, headers['cache-control']]).toEqual([type, 307, 'private, no-store']);
    }
  });

  it('is never a link, and in a sandbox, when it is shown and may run scripts', async () => {
    const xml = fc.constantFrom('rss', 'atom', 'mathml', 'rdf', 'vnd.wap.xhtml', 'soap').map((name) => `${name}+xml`);
    const type = fc.oneof(
      fc.tuple(fc.constantFrom('application', 'text', 'image', 'video', 'AUDIO'), xml).map((parts) => parts.join('/')),
      fc.constantFrom(
        'text/html;charset=utf-8',
        'TEXT/HTML',
        ' text/html',
        'image/svg+xml',
        'text/plain, text/html',
        '',
      ),
      fc.string().filter((text) => !isHarmless(text)),
    );
    await fc.assert(
      fc.asyncProperty(type, async (contentType) => {
        const { status, headers } = await shown(contentType, true);
        expect([status, headers['content-security-policy'], headers['location']]).toEqual([
          200,
          expect.stringMatching(/^sandbox; default-src 'none'/),
          undefined,
        ]);
      }),
    );
  });

  it('is sent from here to a page that may ask nobody else', async () => {
    const wanted = { ...GET, mayRedirect: false };
    const { status, content } = await downloadAnswer({ key: KEY, contentType: 'image/png' }, blobs, wanted);
    content?.destroy();
    expect([status, content]).toEqual([200, expect.anything()]);
  });

  it('is described without a link', async () => {
    const wanted = { ...GET, headOnly: true };
    const { status, headers, content } = await downloadAnswer({ key: KEY, contentType: 'image/png' }, blobs, wanted);
    expect([status, headers['content-length'], content]).toEqual([200, '7', undefined]);
  });
});
