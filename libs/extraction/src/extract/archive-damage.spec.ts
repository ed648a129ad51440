import { deflateRawSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { book, presentation, wordDocument, wordParagraph } from '../fixtures/office-files.fixture';
import { read } from '../fixtures/reading.fixture';
import { FileExtraction } from './file-extraction';
import { defaultLimits } from './limits';

/** An archive in which the packed bytes of one file are overwritten. */
function withDamaged(archive: Uint8Array, name: string): Uint8Array {
  const files = unzipSync(archive);
  const content = Buffer.concat([
    Buffer.from(files[name] ?? []),
    Buffer.from(Array.from({ length: 400 }, (_, at) => `<!-- ${at * 7919} -->`).join('')),
  ]);
  const bytes = Buffer.from(zipSync({ ...files, [name]: content }));
  const packed = deflateRawSync(content).subarray(0, 8);
  const marker = Buffer.from(name);
  const at = bytes.indexOf(marker) + marker.length;
  expect(packed.length).toBe(8);
  bytes.fill(0xff, at + 20, at + 200);
  return new Uint8Array(bytes);
}

const PARTS = 'Parts of the file are damaged and were left out: export or download it again, and send it once more: 1';
const said = ({ warnings }: { readonly warnings: readonly { readonly body: string }[] }) =>
  warnings.map(({ body }) => body);

describe('a file of which one part cannot be unpacked', () => {
  it('that is a book keeps its other chapters', async () => {
    const chapters = [
      '<h1>One</h1><p>The lock opens.</p>',
      '<h1>Two</h1><p>Lost.</p>',
      '<h1>Three</h1><p>It closes.</p>',
    ];
    const document = await read(withDamaged(book('Locks', chapters), 'c1.xhtml'));
    expect(document.text).toBe('One\n\nThe lock opens.\n\nThree\n\nIt closes.');
    expect(said(document)).toContain(PARTS);
  });

  it('that is a book says which chapter is not there at all', async () => {
    const files = unzipSync(book('Locks', ['<p>The lock opens.</p>', '<p>Lost.</p>']));
    delete files['c1.xhtml'];
    const document = await read(zipSync(files), { filename: 'a.epub' });
    expect(document.text).toBe('The lock opens.');
    expect(said(document)).toEqual(['The book lists the chapter c1.xhtml, which is not in the file: export it again']);
  });

  it('that is a Word document is read without its picture, but not without its text', async () => {
    const word = zipSync({
      ...unzipSync(wordDocument(wordParagraph('The lock opens.'))),
      'word/media/a.png': strToU8('x'),
    });
    const document = await read(withDamaged(word, 'word/media/a.png'));
    expect(document.text).toBe('The lock opens.');
    expect(said(document)).toEqual([PARTS]);
    await expect(read(withDamaged(word, 'word/document.xml'))).rejects.toThrow(
      'The document is damaged (its part word/document.xml cannot be unpacked): save it again',
    );
  });

  it('that is a presentation or a spreadsheet keeps its other slides and sheets', async () => {
    const slides = presentation([
      { lines: ['One', 'opens'] },
      { lines: ['Two', 'lost'] },
      { lines: ['Three', 'closes'] },
    ]);
    const shown = await read(withDamaged(slides, 'ppt/slides/slide2.xml'));
    expect(shown.text).toMatch(/One[^]*opens[^]*Three[^]*closes/);
    expect(said(shown)).toContain(PARTS);
    const workbook = utils.book_new(utils.aoa_to_sheet([['opens']]), 'A');
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['lost']]), 'B');
    const bytes = new Uint8Array(write(workbook, { type: 'array', bookType: 'xlsx' }));
    const sheets = await read(withDamaged(bytes, 'xl/worksheets/sheet2.xml'));
    expect(sheets.text).toMatch(/^A\n\nopens/);
    expect(said(sheets)).toEqual([PARTS]);
  });

  it('that is an archive keeps its other files', async () => {
    const archive = zipSync({
      'a.txt': strToU8('The lock opens.'),
      'b.txt': strToU8('Lost.'),
      'c.txt': strToU8('It closes.'),
    });
    const document = await read(withDamaged(archive, 'b.txt'));
    expect(document.text).toBe('a.txt\n\nThe lock opens.\n\nc.txt\n\nIt closes.');
    expect(said(document)).toEqual([
      'Files of the archive that are damaged were left out: pack them again, and send the archive once more: 1',
    ]);
  });
});

describe('what is no text', () => {
  const noise = Buffer.from(Array.from({ length: 6_000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256));
  const head = Buffer.from('A header in words. '.repeat(300));
  const numbers = Buffer.alloc(6_000);
  for (let at = 0; at < 3_000; at += 1) numbers.writeUInt16LE((at * 37) % 200, at * 2);
  const floats = Buffer.alloc(8_000);
  for (let at = 0; at < 1_000; at += 1) floats.writeDoubleLE(at / 7, at * 8);

  it.each([
    ['bytes', noise],
    ['bytes behind words', Buffer.concat([head, noise])],
    ['small numbers', numbers],
    ['fractions', floats],
  ])('is never read as text in an archive: %s, whatever they are called', async (_, content) => {
    const names = ['a.bin', 'b', 'c.txt', 'd.log', 'e.csv', 'f.js', 'g.md', 'h.json', 'i.dat'];
    const files = Object.fromEntries(names.map((name) => [name, content]));
    const document = await new FileExtraction(defaultLimits).run({
      bytes: zipSync({ ...files, 'z.txt': strToU8('The lock opens.') }),
    });
    expect(document.text).toBe('z.txt\n\nThe lock opens.');
    expect(said(document)).toEqual([
      'Files within the file that nothing here can read (application/octet-stream) were left out: 9',
    ]);
  });

  it('is refused where it is sent by itself, also as a text', async () => {
    for (const content of [noise, numbers])
      await expect(read(content, { filename: 'notes.txt', contentType: 'text/plain' })).rejects.toThrow(
        'application/octet-stream (notes.txt)',
      );
  });

  it('and text in old and in wide characters is text', async () => {
    const latin = Buffer.from('Gr\xfc\xdfe aus K\xf6ln\r\n\x0c\x1b[1mfett\x1b[0m'.repeat(20) + '\x1a', 'latin1');
    expect((await read(latin, { filename: 'a.txt', contentType: 'text/plain; charset=windows-1252' })).text).toContain(
      'Grüße',
    );
    const chinese = Buffer.from(`\ufeff${'潮汐每天涨落两次，水闸六点开放。'.repeat(2_000)}`, 'utf16le');
    expect((await read(chinese, { filename: 'a.txt' })).text).toContain('水闸六点开放');
    const wide = Buffer.from('Grüße aus Köln, 12 €\n'.repeat(20), 'utf16le');
    expect((await read(wide, { filename: 'a.txt' })).text).toContain('Grüße aus Köln, 12 €');
  });
});
