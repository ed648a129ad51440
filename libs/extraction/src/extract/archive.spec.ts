import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { wordDocument, wordParagraph } from '../fixtures/office-files.fixture';
import { read } from '../fixtures/reading.fixture';
import { guardArchive } from './archive';
import { InflateBudget } from './inflate-budget';

const MEBIBYTE = 1_048_576;

/** An archive whose directory says that its only entry is small. */
function lyingArchive(name: string, content: Uint8Array): Uint8Array {
  const bytes = zipSync({ [name]: content });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 46 < bytes.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
  return bytes;
}

describe('guardArchive', () => {
  it('reads entries by name', async () => {
    const archive = await guardArchive(
      zipSync({ 'a.txt': strToU8('one'), 'b/c.txt': strToU8('two') }),
      new InflateBudget(1_000, 10),
    );
    expect(archive.entries.map(({ name }) => name)).toEqual(['a.txt', 'b/c.txt']);
    expect(new TextDecoder().decode(archive.read('b/c.txt'))).toBe('two');
    expect(archive.read('d')).toBeUndefined();
  });

  it('refuses what unpacks to too much, believing the directory no further than it is true', async () => {
    const zeros = new Uint8Array(20 * MEBIBYTE);
    await expect(guardArchive(zipSync({ bomb: zeros }), new InflateBudget(5 * MEBIBYTE, 10))).rejects.toThrow(
      /more than 5 MiB/,
    );
    await expect(guardArchive(lyingArchive('bomb', zeros), new InflateBudget(5 * MEBIBYTE, 10))).rejects.toThrow(
      /more than 5 MiB/,
    );
  });

  it('counts all archives of one file together', async () => {
    const budget = new InflateBudget(3 * MEBIBYTE, 10);
    const bytes = zipSync({ part: new Uint8Array(2 * MEBIBYTE) });
    await guardArchive(bytes, budget);
    await expect(guardArchive(bytes, budget)).rejects.toThrow(/more than 3 MiB/);
  });

  it('says that a truncated archive is not whole', async () => {
    const bytes = wordDocument(wordParagraph('x'));
    await expect(guardArchive(bytes.subarray(0, bytes.length - 40), new InflateBudget(MEBIBYTE, 10))).rejects.toThrow(
      /not sent whole/,
    );
  });
});

describe('a bomb', () => {
  it('is refused as a document, in layers, and as a compressed stream', async () => {
    const limits = { inflatedBytesMax: 8 * MEBIBYTE };
    const xml = `<w:p>${' '.repeat(30 * MEBIBYTE)}</w:p>`;
    await expect(read(wordDocument(xml), {}, limits)).rejects.toThrow(/more than 8 MiB/);

    const inner = zipSync({ 'a.txt': new Uint8Array(6 * MEBIBYTE) });
    const outer = zipSync({ '1.zip': inner, '2.zip': inner, '3.zip': inner });
    await expect(read(outer, {}, limits)).rejects.toThrow(/more than 8 MiB/);

    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]);
    const stream = Buffer.concat([header, deflateRawSync(Buffer.alloc(30 * MEBIBYTE)), Buffer.alloc(8)]);
    await expect(read(stream, { filename: 'a.txt.gz' }, limits)).rejects.toThrow(/more than 8 MiB/);
  });

  it('that holds itself ever deeper is read to the allowed depth', async () => {
    let bytes = zipSync({ 'core.txt': strToU8('the core of it') });
    for (let depth = 0; depth < 10; depth += 1) bytes = zipSync({ [`layer-${depth}.zip`]: bytes });
    const document = await read(bytes, {}, { nestingMax: 3 });
    expect(document.text).not.toContain('the core of it');
    expect(document.warnings[0]?.body).toBe('Files deeper than 3 within files were left out: 1');
  });

  it('of very many parts is read as far as is allowed', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.txt`, strToU8(`part ${at}`)]));
    const document = await read(zipSync(files), {}, { partsMax: 5 });
    expect(document.text).toContain('part 4');
    expect(document.text).not.toContain('part 5');
    expect(document.warnings).toHaveLength(1);
  });
});
