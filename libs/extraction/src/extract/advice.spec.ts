import { deflateRawSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import { Extractor } from '../extractor';
import { extractorOptions, fileOf, understand } from '../fixtures/extractor-options.fixture';
import { book, openDocument, presentation } from '../fixtures/office-files.fixture';
import { pdfOf } from '../fixtures/pdf-pages.fixture';
import { ExtractError, unreadable } from './extract-error';

const SAVE = /save it again/;
const bytes = (text: string) => new TextEncoder().encode(text);

describe('the advice to save a file again', () => {
  it.each<[unknown, RegExp]>([
    [new RangeError('Maximum call stack size exceeded'), /nested too deeply to be read: export it as PDF/],
    [new RangeError('Array buffer allocation failed'), /needs more memory than it may have: split it/],
    [new Error('Cannot create a string longer than 0x1fffffe8 characters'), /split it/],
    [new Error('Unexpected end of ZIP'), /was not sent whole .*: send it again/],
    [
      new Error('[OfficeParser]: unexpected EOF'),
      /^The document is damaged or was not sent whole \(unexpected EOF\): send/,
    ],
    [new Error('Invalid PDF structure.'), /send it again/],
    ['it has no content', /send it again/],
    [new ExtractError('The file unpacks to more than is allowed: split it'), /^The file unpacks .*: split it$/],
    [new TypeError("Cannot read properties of undefined (reading 'x')"), SAVE],
    ['its pieces overlap', SAVE],
  ])('is given for %s only where its program can repair it', (error, text) => {
    const { message } = unreadable('document', error);
    expect(message).toMatch(text);
    expect(SAVE.test(message)).toBe(text === SAVE);
  });
});

describe('a file that saving does not help', () => {
  const extractor = new Extractor(extractorOptions);
  afterAll(() => extractor.close());

  const whole = {
    'a.pdf': pdfOf([{ lines: ['The ferry leaves at noon.'] }]),
    'a.odt': openDocument('<text:p>The ferry leaves at noon.</text:p>'),
    'a.pptx': presentation([{ lines: ['The ferry leaves at noon.'] }]),
    'a.epub': book('A', ['<p>The ferry leaves at noon.</p>']),
  };
  const without = (content: Uint8Array, part: RegExp) =>
    zipSync(Object.fromEntries(Object.entries(unzipSync(content)).filter(([name]) => !part.test(name))));
  const cases: readonly (readonly [name: string, filename: string, content: Uint8Array])[] = [
    ...Object.entries(whole).flatMap(([name, content]) => [
      [`whose end is missing (${name})`, name, content.subarray(0, content.length / 2)] as const,
      [`that is another file (${name})`, name, new Uint8Array(deflateRawSync(bytes(name.repeat(400))))] as const,
    ]),
    ['whose text is missing', 'a.odt', without(whole['a.odt'], /content\.xml/)],
    ['whose slides are missing', 'a.pptx', without(whole['a.pptx'], /slide1\.xml$/)],
    ['that is nested too deeply', 'a.odt', openDocument('<text:list><text:list-item>'.repeat(200_000))],
  ];

  it.each(cases)('%s is not to be saved again', async (_, filename, content) => {
    const { errors, text } = await understand(extractor, fileOf(content, { filename }));
    const said = errors.map((one) => one.text).join('\n');
    expect([said, text]).not.toEqual(['', '']);
    expect(said).not.toMatch(SAVE);
  });
});
