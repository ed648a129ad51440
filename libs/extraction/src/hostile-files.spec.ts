import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { longestBlockMs } from '@lectern/testing';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { defaultLimits } from './extract/limits';
import { Extractor } from './extractor';
import { extractorOptions } from './fixtures/extractor-options.fixture';
import { book, openDocument, presentation } from './fixtures/office-files.fixture';
import { pdfFile, pdfStream } from './fixtures/pdf-pages.fixture';
import { collected } from './fixtures/understood.fixture';

/** A nightly run may ask for 20 million. */
const CHARS = Number(process.env['HOSTILE_CHARS'] ?? 500_000);
/** Enough for linear work, with time to spare. */
const OPTIONS = { ...extractorOptions, memoryMb: 512, timeoutMs: 6_000, limits: defaultLimits };
const TURN_MS_MAX = 1_000;
const repeated = (pattern: string, chars = CHARS) => pattern.repeat(Math.ceil(chars / pattern.length));
const bytes = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text);

const SHEET = 'xl/worksheets/sheet1.xml';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /XObject << /F 4 0 R >> >> /Contents 5 0 R >>';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 4 0 R >> >>';
const pageOf = (content: string, entries = '') =>
  pdfFile([CATALOG, PAGES, PAGE, pdfStream(FORM, '/F Do'), pdfStream(entries, content)]);
const inflating = (chars: number) => deflateSync(Buffer.alloc(chars, ' ')).toString('latin1');

/** A sheet of two rows that says it has as many cells as there can be, and merges whole columns. */
function sheetOfAllCells(): Uint8Array {
  const sheet = utils.aoa_to_sheet([['Berth'], ['A1']]);
  const parts = unzipSync(new Uint8Array(write(utils.book_new(sheet, 'A'), { type: 'array', bookType: 'xlsx' })));
  const columns = Array.from({ length: 2_000 }, (_, at) => utils.encode_col(at));
  const merges = columns.map((column) => `<mergeCell ref="${column}1:${column}1048576"/>`).join('');
  const content = strFromU8(parts[SHEET] ?? new Uint8Array())
    .replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:XFD1048576"')
    .replace('</sheetData>', `</sheetData><mergeCells count="2000">${merges}</mergeCells>`);
  return zipSync({ ...parts, [SHEET]: bytes(content) });
}

function zipIn(content: Uint8Array, depth: number): Uint8Array {
  return depth === 0 ? content : zipIn(zipSync({ 'a.zip': content, 'b.zip': content }), depth - 1);
}

const mail = (rest: string) => `From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\n${rest}`;
const cue = '1\n00:00:01,500 --> 00:00:04,000\n<i>a\n\n';

const files: readonly (readonly [name: string, filename: string, content: () => string | Uint8Array])[] = [
  ['a PDF whose pages are themselves', 'a.pdf', () => pdfFile([CATALOG, PAGES.replace('3 0 R', '2 0 R')])],
  ['a PDF whose length is a stream that needs it', 'a.pdf', () => pageOf('/F Do', '/Length 5 0 R')],
  ['a form of a PDF that draws itself', 'a.pdf', () => pageOf('/F Do')],
  ['operators of a PDF', 'a.pdf', () => pageOf(repeated('q '))],
  ['open lists of a PDF', 'a.pdf', () => pdfFile([CATALOG, repeated('[')])],
  ['open lists in a page of a PDF', 'a.pdf', () => pageOf(repeated('['))],
  ['a page of a PDF that inflates', 'a.pdf', () => pageOf(inflating(20 * CHARS), '/Filter /FlateDecode')],
  ['a PDF of numbers', 'a.pdf', () => `%PDF-1.4\n${repeated('1 0 obj\n')}`],
  ['a spreadsheet that claims all cells', 'a.xlsx', sheetOfAllCells],
  ['a slide of many shapes', 'a.pptx', () => presentation([{ lines: Array<string>(5_000).fill('x') }])],
  ['many slides', 'a.pptx', () => presentation(Array.from({ length: 500 }, () => ({ lines: ['x'], notes: 'y' })))],
  ['OpenDocument paragraphs', 'a.odt', () => openDocument(repeated('<text:p>x</text:p>'))],
  ['OpenDocument lists in lists', 'a.odt', () => openDocument(repeated('<text:list><text:list-item>'))],
  ['OpenDocument that is no XML', 'a.odt', () => openDocument(repeated('<a b="'))],
  ['open groups of rich text', 'a.rtf', () => `{\\rtf1 ${repeated('{')}`],
  ['paragraphs of rich text', 'a.rtf', () => `{\\rtf1 ${repeated('a\\par ')}}`],
  ['binary parts of rich text', 'a.rtf', () => `{\\rtf1 ${repeated('\\bin99999999 ')}}`],
  ['a book of many elements', 'a.epub', () => book('A', [repeated('<p>x</p>')])],
  ['a book of elements in elements', 'a.epub', () => book('A', [repeated('<div>')])],
  ['headers of a mail', 'a.eml', () => mail(`${repeated('X: <a@b>, ')}\n\nx`)],
  ['addresses of a mail', 'a.eml', () => mail(`Cc: ${repeated('a <a@b>,')}\n\nx`)],
  ['parts of a mail', 'a.eml', () => mail(`Content-Type: multipart/mixed; boundary=b\n\n${repeated('--b\n\nx\n')}`)],
  ['mails in a mail', 'a.eml', () => mail(repeated(`Content-Type: message/rfc822\n\n${mail('')}`, CHARS / 4))],
  ['mails of a mailbox', 'a.mbox', () => repeated('From a Mon Jan 1 00:00:00 2024\nFrom: a@b\n\nx\n')],
  ['lines of a mailbox', 'a.mbox', () => `From a Mon Jan 1 2024\n${repeated('From ')}`],
  ['tabs', 'a.tsv', () => repeated('\t')],
  ['an open quotation mark between tabs', 'a.tsv', () => `a\tb\n1\t"${repeated('x\ty\n')}`],
  ['cues of subtitles', 'a.srt', () => repeated(cue)],
  ['empty lines of subtitles', 'a.srt', () => `${cue}${repeated('\n')}x`],
  ['archives in archives', 'a.zip', () => zipIn(zipSync({ 'a.txt': bytes('x') }), 12)],
  ['an archive in archives that inflates', 'a.zip', () => zipIn(zipSync({ 'a.txt': new Uint8Array(20 * CHARS) }), 3)],
];

/** Message of the runtime when it ends. */
const RUNTIME = /call stack|heap|out of memory|SIG[A-Z]+/;

describe('a hostile file', () => {
  const extractor = new Extractor(OPTIONS);
  let idleMs: number;

  beforeAll(async () => {
    await understand('a.html', bytes('Anna Smith went to Rotterdam on 3 March 2024.'));
    idleMs = await longestBlockMs(() => sleep(1_000));
  });
  afterAll(() => extractor.close());

  function understand(filename: string, content: Uint8Array) {
    const field = {
      sizeBytes: content.length,
      opening: async (bytesMax: number) => content.subarray(0, bytesMax),
      open: async () => Readable.from([content]),
      filename,
    };
    return collected(extractor.understand(field, { understand: {}, owner: 'kb' }));
  }

  it.each(files)(
    'of %s keeps nobody waiting, and is read or says why not',
    async (_, filename, contentOf) => {
      const content = bytes(contentOf());
      let understood: Awaited<ReturnType<typeof understand>> | undefined;
      const busyMs = await longestBlockMs(async () => {
        understood = await understand(filename, content);
      });
      expect(busyMs).toBeLessThan(TURN_MS_MAX + 10 * idleMs);
      expect(understood?.errors.map(({ text }) => text).join('\n')).not.toMatch(RUNTIME);
      expect(understood?.text === '' && understood.errors.length === 0).toBe(false);
    },
    60_000,
  );
});
