import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { ROWS, ROWS_BYTES_MAX } from '@lectern/resource-store';
import { sheetRows } from './sheet-rows';

const nothing = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };
const named = { name: ROWS, contentType: 'application/json' };

describe('the rows of a spreadsheet', () => {
  let folder: string;
  let blobs: FilesystemBlobStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rows-'));
    blobs = new FilesystemBlobStore(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(content: string): Promise<object> {
    const key = 'kb/rows';
    const info = await blobs.write(key, Readable.from([content]), { sizeBytesMax: content.length });
    return shown({ ...nothing, pictures: [{ ...info, ...named, key }] });
  }
  async function shown(understood: Parameters<typeof sheetRows>[0]): Promise<object> {
    const members = {};
    for await (const some of sheetRows(understood, blobs)?.read() ?? []) Object.assign(members, some);
    return members;
  }

  it('are read as they were kept', async () => {
    const preview = { sheets: { Plans: { rows: [{ cell: ['Basic', '$5'] }] }, ['__proto__']: { rows: [] } } };
    expect(await read(JSON.stringify(preview))).toEqual({ rows: preview });
  });

  it.each([
    ['{"sheets": {"a": {"rows": [null, {"cell": [1, "x"]}]}}}', { a: { rows: [{ cell: [] }, { cell: ['1', 'x'] }] } }],
    ['{"sheets": 1}', {}],
    ['null', {}],
  ])('have nothing else where an import brought something else: %s', async (content, sheets) => {
    expect(await read(content)).toEqual({ rows: { sheets } });
  });

  it('are none of what is no JSON, of files without them, where they are too large, and where they are gone', async () => {
    const stored = { ...named, key: 'kb/gone', sizeBytes: 1, md5: '' };
    expect(await read('{broken')).toEqual({});
    expect(sheetRows(nothing, blobs)).toBeUndefined();
    expect(sheetRows({ ...nothing, pictures: [{ ...stored, sizeBytes: ROWS_BYTES_MAX + 1 }] }, blobs)).toBeUndefined();
    expect(await shown({ ...nothing, pictures: [stored] })).toEqual({});
  });
});
