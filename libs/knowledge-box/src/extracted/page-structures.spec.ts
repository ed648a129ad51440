import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { STRUCTURES, STRUCTURES_BYTES_MAX } from '@lectern/resource-store';
import { pageStructures } from './page-structures';

const nothing = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };

async function pagesOf(list: ReturnType<typeof pageStructures>): Promise<PageStructure[]> {
  const pages: PageStructure[] = [];
  for await (const some of list?.read() ?? []) pages.push(...some);
  return pages;
}

describe('where the words of pages stand', () => {
  let folder: string;
  let blobs: FilesystemBlobStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'structures-'));
    blobs = new FilesystemBlobStore(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(content: string): Promise<PageStructure[]> {
    const key = 'kb/structures';
    const info = await blobs.write(key, Readable.from([content]), { sizeBytesMax: content.length });
    const picture = { ...info, key, name: STRUCTURES, contentType: 'application/json' };
    return pagesOf(pageStructures({ ...nothing, pictures: [picture] }, blobs));
  }
  const page = (text: string): PageStructure => ({
    page: { width: 600, height: 800 },
    tokens: [{ x: 1, y: 2, width: 3, height: 4, text, line: 0 }],
  });

  it('is read page by page', async () => {
    const pages = [page('one'), page('},\n{'), { ...page(''), tokens: [] }];
    expect(await read(`[\n${pages.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)).toEqual(pages);
  });

  it('has nothing else where an import brought something else', async () => {
    const none = { page: { width: 0, height: 0 }, tokens: [] };
    const word = { x: 0, y: 0, width: 0, height: 0, text: '', line: 0 };
    expect(
      await read(`[\n{"tokens": [null, {"x": "1", "more": 1}]},\n{"page": 1, "tokens": {}},\n{broken\n]\n`),
    ).toEqual([{ ...none, tokens: [word, word] }, none, none]);
    expect(await read('')).toEqual([]);
  });

  it('is not known of fields without it, where it is too large, and where it is gone', async () => {
    const stored = { name: STRUCTURES, key: 'kb/gone', contentType: 'application/json', sizeBytes: 1, md5: '' };
    expect(pageStructures(nothing, blobs)).toBeUndefined();
    const large = { ...stored, sizeBytes: STRUCTURES_BYTES_MAX + 1 };
    expect(pageStructures({ ...nothing, pictures: [large] }, blobs)).toBeUndefined();
    expect(await pagesOf(pageStructures({ ...nothing, pictures: [stored] }, blobs))).toEqual([]);
  });
});
