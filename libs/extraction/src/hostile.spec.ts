import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { longestBlockMs } from '@lectern/testing';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { defaultLimits } from './extract/limits';
import { mediaTypeOf } from './extract/media-type';
import { Extractor, type FieldContent } from './extractor';
import { extractorOptions } from './fixtures/extractor-options.fixture';
import { wordDocument, wordParagraph, wordTable } from './fixtures/office-files.fixture';
import { collected } from './fixtures/understood.fixture';

/** Characters that a field may have; a nightly run may request them in all cases. */
const FIELD_CHARS = 20_000_000;
const CHARS = Number(process.env['HOSTILE_CHARS'] ?? 1_000_000);

/** Tells seconds from milliseconds on any machine, which is enough: quadratic work takes seconds at this size. */
const BLOCKED_MS_MAX = 2_000;

const repeated = (pattern: string, chars = CHARS) => pattern.repeat(Math.ceil(chars / pattern.length)).slice(0, chars);
const numbered = (line: (at: number) => string) => {
  const lines: string[] = [];
  for (let chars = 0; chars < CHARS; chars += lines.at(-1)?.length ?? 0) lines.push(line(lines.length));
  return lines.join('');
};
/** Errors that keep nothing, and what the runtime says. */
const UNKEPT = /call stack|without progress|memory|heap/i;
const bytes = (text: string) => new TextEncoder().encode(text);
const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? bytes(content) : content);
const file = (content: string | Uint8Array, filename: string): FieldContent => ({
  sizeBytes: content.length,
  opening: async (bytesMax) => bytesOf(content).subarray(0, bytesMax),
  open: async () => Readable.from([bytesOf(content)]),
  filename,
});

const contents: readonly (readonly [string, () => FieldContent])[] = [
  ['short lines of JSON', () => ({ body: repeated('{"a":1}\n'), format: 'JSONL' })],
  ['broken lines of JSON', () => ({ body: repeated('{\n'), format: 'JSONL' })],
  ['JSON without an end', () => ({ body: `[${repeated('{"a":{"b":[{}]}},')}0]`, format: 'JSON' })],
  ['addresses', () => ({ body: repeated('http://a '), format: 'PLAIN' })],
  [
    'long addresses',
    () => ({ body: numbered((at) => `See http://h${at}${'/a'.repeat(990)} for it.\n\n`), format: 'PLAIN' }),
  ],
  ['a name again and again', () => ({ body: repeated('the Blue Zork is. '), format: 'PLAIN' })],
  ['names upon names', () => ({ body: numbered((at) => `Xa${at} Yb${at} Corp went. `), format: 'PLAIN' })],
  ['capitals and points', () => ({ body: repeated('A.'), format: 'PLAIN' })],
  ['full stops', () => ({ body: repeated('a. '), format: 'PLAIN' })],
  [
    'white space',
    () => ({ body: `a${repeated(' \n', CHARS / 2)}${repeated('\t', CHARS / 2)}b`, format: 'KEEP_MARKDOWN' }),
  ],
  ['ideographs', () => ({ body: repeated('漢字仮名交じり文。'), format: 'PLAIN' })],
  ['characters of two halves', () => ({ body: repeated('😀'), format: 'PLAIN_BLANKLINE_SPLIT' })],
  ['grids of reStructuredText', () => ({ body: repeated('+-+-+\n'), format: 'RST' })],
  ['titles of reStructuredText', () => ({ body: repeated('aaa\n===\n\n'), format: 'RST' })],
  ['quotes in quotes of Markdown', () => ({ body: repeated('> '), format: 'MARKDOWN' })],
  ['marks of Markdown', () => ({ body: repeated('*a_'), format: 'MARKDOWN' })],
  ['open tags of HTML', () => ({ body: repeated('<p><td colspan=100 rowspan=500>a'), format: 'HTML' })],
  ['open attributes of HTML', () => ({ body: `<iframe srcdoc="${repeated('<')}">x`, format: 'HTML' })],
  ['rules of code in HTML', () => ({ body: `<pre>x${repeated(' ')}x</pre>`, format: 'HTML' })],
  ['an open quotation mark', () => file(`a,b\n1,"2\n${repeated('5,6\n')}`, 'a.csv')],
  ['digits in cells', () => file(`${repeated('1', CHARS / 2)}aaaa,b\n${repeated('1', CHARS / 2)}aaaa,2`, 'a.csv')],
  ['open tags of subtitles', () => file(`WEBVTT\n\n00:01.500 --> 00:04.000\n${repeated('<')}`, 'a.vtt')],
  ['declarations of XML', () => file(`${repeated('<!DOCTYPE[')}<a>x</a>`, 'a.xml')],
  ['a wide Word document', () => file(wordDocument(repeated(wordParagraph('x')) + wordTable([['a']])), 'a.docx')],
  [
    'many small files',
    () =>
      file(zipSync(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${at}.txt`, bytes('x')]))), 'a.zip'),
  ],
  ['an archive of what nobody reads', () => file(gzipSync(bytes(repeated('\0'))), 'a.tar.gz')],
];

/** At the full size of a field in every run: those that take the least time. */
const largeContents: readonly (readonly [string, () => FieldContent])[] = [
  ['marks of Markdown', () => ({ body: repeated('*a_', FIELD_CHARS), format: 'MARKDOWN' })],
  ['quotes in quotes of Markdown', () => ({ body: repeated('> ', FIELD_CHARS), format: 'MARKDOWN' })],
];

describe('hostile content', () => {
  const extractor = new Extractor({ ...extractorOptions, memoryMb: 1_024, limits: defaultLimits });
  const understand = (field: FieldContent) => collected(extractor.understand(field, { understand: {}, owner: 'kb' }));
  let idleMs: number;

  beforeAll(async () => {
    // Loads once before the measurement.
    await understand({ body: 'Anna Smith went to Rotterdam on 3 March 2024, and nobody knew why.', format: 'HTML' });
    idleMs = await longestBlockMs(() => sleep(2_000));
  });
  afterAll(() => extractor.close());

  const largeCases = largeContents.map(
    ([name, contentOf]) => [`${name}, ${FIELD_CHARS} characters,`, contentOf] as const,
  );

  it.each([...contents, ...largeCases])(
    'of %s keeps nobody waiting, and is read or says why not',
    async (_, contentOf) => {
      const content = contentOf();
      let understood: Awaited<ReturnType<typeof understand>> | undefined;
      const busyMs = await longestBlockMs(async () => {
        understood = await understand(content);
      });
      expect(busyMs).toBeLessThan(BLOCKED_MS_MAX + 10 * idleMs);
      expect(understood?.errors.map(({ text }) => text).join('\n')).not.toMatch(UNKEPT);
      expect(understood?.text === '' && understood.errors.length === 0).toBe(false);
    },
    120_000,
  );

  it('is known by its first bytes at once, whatever they are', async () => {
    for (const pattern of ['<!---->', '<!-- ', '<!--', '<meta ', '<', ' ', 'a:\n', '<?xml ', 'From: a\n', '\u0000']) {
      const opening = bytes(repeated(pattern, 8_192));
      const blockedMs = await longestBlockMs(async () => void (await mediaTypeOf(opening, {})));
      expect(blockedMs).toBeLessThan(BLOCKED_MS_MAX + 10 * idleMs);
    }
  });
});
