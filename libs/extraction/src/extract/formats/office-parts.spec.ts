import { utils, write } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { compoundFile, packedObject } from '../../fixtures/compound.fixture';
import { presentation, wordDocument, wordParagraph } from '../../fixtures/office-files.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...inner: string[]) =>
  strToU8(
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`,
  );
const relation = (type: string, target: string, more = '') =>
  `<Relationship Id="x${target.length}${type}" Type="${RELATIONS}/${type}" Target="${target}" ${more}/>`;
const withParts = (bytes: Uint8Array, parts: Readonly<Record<string, Uint8Array>>) =>
  zipSync({ ...unzipSync(bytes), ...parts });

/** As much of a PNG as says how large it is, distinguished by one byte. */
function png(width: number, height: number, mark = 0): Uint8Array {
  const bytes = Buffer.alloc(64, mark);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Says what it was shown: the last byte of the picture. */
function readWithPictures(bytes: Uint8Array) {
  const recognize = async (picture: Uint8Array) => ({ text: `picture ${picture.at(-1)}` });
  return new FileExtraction(defaultLimits, { recognize }).run({ bytes });
}

describe('an office document', () => {
  const word = wordDocument(wordParagraph('The lock opens at six.'));
  const slides = presentation([{ lines: ['One'] }, { lines: ['Two'] }]);

  it('gives the text in its pictures, each once, but not in bullets and lines', async () => {
    const media = {
      'word/media/a.png': png(400, 300, 1),
      'word/media/b.png': png(400, 300, 1),
      'word/media/c.png': png(8, 8),
    };
    expect(blocksOf(await readWithPictures(withParts(word, media)))).toEqual([
      'paragraph: The lock opens at six.',
      'ocr: picture 1',
    ]);
  });

  it('gives the text in pictures with the slide that shows them', async () => {
    const document = await readWithPictures(
      withParts(slides, {
        'ppt/slides/_rels/slide1.xml.rels': relations(relation('image', '../media/a.png')),
        'ppt/slides/_rels/slide2.xml.rels': relations(relation('image', '../media/b.png')),
        'ppt/media/a.png': png(400, 300, 1),
        'ppt/media/b.png': png(400, 300, 2),
      }),
    );
    expect(document.blocks.map(({ start, end, page }) => `${page}: ${document.text.slice(start, end)}`)).toEqual([
      '0: One',
      '0: picture 1',
      '1: Two',
      '1: picture 2',
    ]);
  });

  it('says that its pictures were not read where nothing can read them', async () => {
    const { warnings } = await read(withParts(word, { 'word/media/a.png': png(400, 300) }));
    expect(warnings.map(({ body }) => body)).toEqual([
      'Pictures within the file were not read, because no text recognition is set up: 1',
    ]);
  });

  it('gives what masters show on slides, but not what they keep free', async () => {
    const shape = (text: string, place = '') =>
      `<p:sp><p:nvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const document = await read(
      withParts(slides, {
        'ppt/slides/_rels/slide1.xml.rels': relations(relation('slideLayout', '../slideLayouts/slideLayout1.xml')),
        'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(
          relation('slideMaster', '../slideMasters/slideMaster1.xml'),
        ),
        'ppt/slideLayouts/slideLayout1.xml': strToU8(`<p:sldLayout>${shape('Harbour office')}</p:sldLayout>`),
        'ppt/slideMasters/slideMaster1.xml': strToU8(
          `<p:sldMaster>${shape('Click to edit', '<p:ph type="title"/>')}${shape('Confidential')}</p:sldMaster>`,
        ),
      }),
    );
    expect(document.text).toBe('One\n\nTwo\n\nHarbour office\n\nConfidential');
  });

  it('gives the addresses of its links and the files within it', async () => {
    const sheet = write(
      utils.book_new(
        utils.aoa_to_sheet([
          ['Berth', 'Fee'],
          ['A1', 20],
        ]),
        'Fees',
      ),
      {
        type: 'array',
        bookType: 'xlsx',
      },
    );
    const document = await read(
      withParts(word, {
        'word/_rels/document.xml.rels': relations(
          relation('hyperlink', 'https://example.org/locks', 'TargetMode="External"'),
        ),
        'word/embeddings/Fees.xlsx': new Uint8Array(sheet),
        'word/embeddings/oleObject1.bin': compoundFile({
          '\u0001Ole10Native': packedObject('notes.txt', Buffer.from('Ask the council.')),
        }),
      }),
    );
    expect(document.links).toEqual(['https://example.org/locks']);
    expect(blocksOf(document)).toEqual([
      'paragraph: The lock opens at six.',
      'heading 2: Fees.xlsx',
      'heading 2: Fees',
      'table: Berth: A1 | Fee: 20',
      'heading 2: notes.txt',
      'paragraph: Ask the council.',
    ]);
  });
});
