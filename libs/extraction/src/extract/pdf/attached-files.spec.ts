import { pdfFile, pdfStream } from '../../fixtures/pdf-pages.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const page = (annotations = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R ${annotations} >>`;
const spec = (name: string, file: number) =>
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`;

/** A PDF with one page and attachments. @param more objects from 6 on */
function pdfWith(names: string, more: readonly string[], annotations = ''): Uint8Array {
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${names} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page(annotations),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    pdfStream('', 'BT /F1 10 Tf 72 700 Td (The ledger is attached.) Tj ET'),
    ...more,
  ]);
}

const embedded = (pairs: string) => `/Names << /EmbeddedFiles << /Names [${pairs}] >> >>`;

describe('files attached to a PDF', () => {
  it('are read after its text, by their names', async () => {
    const document = await read(
      pdfWith(embedded('(a) 6 0 R (b) 7 0 R'), [
        spec('ledger.csv', 8),
        spec('note.txt', 9),
        pdfStream('/Type /EmbeddedFile', 'ship,fee\nNordlys,410'),
        pdfStream('/Type /EmbeddedFile', 'Paid in cash.'),
      ]),
    );
    expect(blocksOf(document)).toEqual([
      'paragraph: The ledger is attached.',
      'heading 2: ledger.csv',
      'table: ship: Nordlys | fee: 410',
      'heading 2: note.txt',
      'paragraph: Paid in cash.',
    ]);
    expect(document.warnings).toEqual([]);
  });

  it('are read once, also where a paper clip on a page holds them', async () => {
    const clip = (file: number) =>
      `<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 30 30] /FS ${file} 0 R /Contents (Clip) >>`;
    const document = await read(
      pdfWith(
        embedded('(a) 6 0 R'),
        [
          spec('crew.txt', 8),
          spec('berth.txt', 9),
          pdfStream('', 'Eleven sailors.'),
          pdfStream('', 'Berth four.'),
          clip(6),
          clip(7),
        ],
        '/Annots [10 0 R 11 0 R]',
      ),
    );
    expect(document.text.match(/Eleven sailors/g)).toHaveLength(1);
    expect(document.text).toContain('berth.txt\n\nBerth four.');
  });

  it('that nothing can read, or that are missing, are warnings that say what to do', async () => {
    const { warnings } = await read(
      pdfWith(embedded('(a) 6 0 R (b) 7 0 R'), [
        spec('gone.txt', 99),
        spec('blob.bin', 8),
        pdfStream('', '\u0001\u0002'.repeat(300)),
      ]),
    );
    expect(warnings.map(({ body }) => body)).toEqual([
      'Attached files that are damaged or not in the PDF were left out: attach them again: 1',
      'Files within the file that nothing here can read (application/octet-stream) were left out: 1',
    ]);
  });
});
