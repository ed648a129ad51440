import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { pdfFile, pdfStream } from '../../fixtures/pdf-pages.fixture';
import { nestsForms } from './pdf-forms';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = '<< /Type /Page /Parent 2 0 R /Resources 4 0 R /Contents 5 0 R >>';
const form = (content: string, resources: string, entries = '') =>
  pdfStream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources ${resources} ${entries}`, content);
const packed = (content: string) => deflateSync(Buffer.from(content)).toString('latin1');
const flate = '/Filter /FlateDecode';
/** Objects from the sixth on. */
const pdf = (...objects: readonly string[]) =>
  Buffer.from(pdfFile([catalog, pages, page, '<< /XObject << /X 6 0 R >> >>', pdfStream('', '/X Do'), ...objects]));

describe('forms of a PDF', () => {
  it('that list themselves among their resources and do not draw themselves are drawn', () => {
    expect(nestsForms(pdf(form('0 0 9 9 re f', '4 0 R')))).toBe(false);
    expect(nestsForms(pdf(form('/Y Do', '<< /XObject << /X 6 0 R /Y 7 0 R >> >>'), form('f', '4 0 R')))).toBe(false);
  });

  it.each([
    ['plainly', pdf(form('/X Do', '4 0 R'))],
    ['in a packed stream', pdf(form(packed('q /X Do Q'), '4 0 R', flate))],
    ['one after the other', pdf(form('/Y Do', '<< /XObject << /Y 7 0 R >> >>'), form('/X Do', '4 0 R'))],
    [
      'with resources in a packed list of objects',
      pdf(
        form('/Z Do', '9 0 R'),
        pdfStream(`/Type /ObjStm /N 1 /First 4 ${flate}`, packed('9 0 << /XObject << /Z 6 0 R >> >>')),
      ),
    ],
  ])('that draw themselves %s are not', (_, content) => {
    expect(nestsForms(content)).toBe(true);
  });

  it('that draw others twice, and these others twice, are not when it is often', () => {
    const doubling = (depth: number) =>
      pdf(
        ...Array.from({ length: depth }, (__, at) => form('/N Do /N Do', `<< /XObject << /N ${7 + at} 0 R >> >>`)),
        form('f', '<< >>'),
      );
    expect([nestsForms(doubling(8)), nestsForms(doubling(24))]).toEqual([false, true]);
  });

  it.each(['guide', 'columns', 'scan', 'guide-encrypted'])('of a real document are drawn: %s', (name) => {
    expect(nestsForms(readFileSync(`libs/extraction/src/fixtures/${name}.pdf`))).toBe(false);
  });

  it('that are no PDF end nothing', () => {
    for (const content of ['', '1 0 obj', '1 0 obj << /Subtype /Form stream\n/X Do', '9 0 obj\n'.repeat(10_000)])
      expect(nestsForms(Buffer.from(content))).toBe(false);
  });
});
