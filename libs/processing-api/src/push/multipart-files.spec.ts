import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { MultipartFiles } from './multipart-files';

describe('A form with a file', () => {
  let folder: string;
  let blobs: FilesystemBlobStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forms-'));
    blobs = new FilesystemBlobStore(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function fileOf(body: string | Buffer, contentType = 'multipart/form-data; boundary=b') {
    const info = await blobs.write('form', Readable.from([Buffer.from(body)]), { sizeBytesMax: 10_000_000 });
    return new MultipartFiles(blobs).fileOf({ key: 'form', ...info }, { account: 'a', contentType });
  }

  const part = (content: string, headers = 'Content-Disposition: form-data; name="f"; filename="a.bin"') =>
    `--b\r\n${headers}\r\n\r\n${content}\r\n`;

  it('gives the bytes of the file, whatever they are', async () => {
    const content = `\r\n--bb\0${'x'.repeat(200_000)}\r\n`;
    const { blob, filename, contentType } = await fileOf(`${part(content)}--b--\r\n`);
    expect((await buffer(await blobs.read(blob.key))).toString()).toBe(content);
    expect([filename, contentType]).toEqual(['a.bin', undefined]);
  });

  it('is refused unless it is one', async () => {
    for (const wrong of ['no form', part('a'), `${part('a')}${part('b')}--b--\r\n`, '--b--', `${part('')}--b--`])
      await expect(fileOf(wrong)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(fileOf('a', 'multipart/form-data')).rejects.toThrow('its boundary is missing');
  });

  it('is what the body is, where that is no form', async () => {
    expect(await fileOf('--b\r\n', 'text/plain')).toMatchObject({ blob: { key: 'form' }, contentType: 'text/plain' });
  });
});
