import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FilesystemBlobStore } from '@lectern/blob-store';
import type { FileFieldPayload } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { downloadUri, storeFile } from './inline-file';

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

describe('the bytes of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-inline-'));
  const blobs = new FilesystemBlobStore(folder);
  const place = (file: Partial<FileFieldPayload['file']>) =>
    storeFile('box', { file: { content_type: 'text/css', extra_headers: {}, ...file } }, blobs);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are stored as they were before they were encoded, whatever space is between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        const payload = Buffer.from(bytes).toString('base64').replaceAll(/.{5}/g, '$&\n ');
        const { blobKey, sizeBytes, md5, uri } = await place({ filename: 'a', payload });
        expect([sizeBytes, md5, uri]).toEqual([bytes.length, md5Of(bytes), '']);
        const stored = await buffer(await blobs.read(String(blobKey)));
        expect(stored.equals(bytes)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('stay where they are when the file has an address', async () => {
    const uri = 'https://example.org/a';
    expect(await place({ uri })).toEqual({
      uri,
      sizeBytes: 0,
      contentType: 'text/css',
      filename: '',
      md5: '',
      blobKey: null,
    });
  });

  it('are refused without a name, without content, and where they are no Base64', async () => {
    for (const [file, message] of [
      [{ payload: '' }, "'filename' field is required"],
      [{ filename: 'a' }, "'payload' field is required"],
      [{ filename: 'a', payload: null }, "'payload' field is required"],
      [{ filename: 'a', payload: 'abc' }, 'MD5 could not be computed'],
      [{ filename: 'a', payload: 'ab*=' }, 'MD5 could not be computed'],
    ] as const)
      await expect(place(file)).rejects.toMatchObject({ code: 'invalid_request', message });
  });

  it('are those whose MD5 the caller names, in any case', async () => {
    const bytes = Buffer.from('tide');
    const file = { filename: 'a', payload: bytes.toString('base64') };
    expect(await place({ ...file, md5: md5Of(bytes).toUpperCase() })).toMatchObject({ md5: md5Of(bytes) });
    // As computed by clients that only have the text.
    for (const text of [file.payload, `${file.payload.slice(0, 3)}\n${file.payload.slice(3)}`]) {
      const md5 = md5Of(Buffer.from(text));
      expect(await place({ ...file, payload: text, md5 })).toMatchObject({ md5: md5Of(bytes) });
    }
    await expect(place({ ...file, md5: md5Of(Buffer.from('ebb')) })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('the path of a stored file', () => {
  it('names the box, the resource and the field', () => {
    expect(downloadUri({ kbid: 'b', rid: 'r', fieldId: 'f' })).toBe('/kb/b/resource/r/file/f/download/field');
  });
});
