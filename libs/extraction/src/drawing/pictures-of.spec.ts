import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import { type DrawnPicture, STRUCTURES_NAME } from './drawn-picture';
import { pdfPictures } from './pdf-pages';
import { drawnPictures, type ReadFile } from './pictures-of';

const fixture = (name: string) => readFile(`libs/extraction/src/fixtures/${name}`);
const OOXML = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function all(values: AsyncIterable<DrawnPicture>): Promise<DrawnPicture[]> {
  const found: DrawnPicture[] = [];
  for await (const value of values) found.push(value);
  return found;
}
const pictures = (file: ReadFile, pagesMax = 5) => all(drawnPictures(file, { pagesMax }));
const sizeOf = (picture: DrawnPicture | undefined) => {
  const png = Buffer.from(picture?.bytes ?? []);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

describe('pictures of a PDF', () => {
  const mediaType = 'application/pdf';

  it('are a thumbnail and its pages, of a bounded size', async () => {
    const found = await pictures({ bytes: await fixture('guide.pdf'), mediaType });
    expect(found.map(({ name, page, contentType }) => [name, page, contentType])).toEqual([
      ['file_thumbnail', undefined, 'image/png'],
      ['generated/extracted_images_0.png', 0, 'image/png'],
      ['generated/extracted_images_1.png', 1, 'image/png'],
      ['generated/structures.json', undefined, 'application/json'],
    ]);
    for (const [i, longest] of [400, 1_400, 1_400].entries()) {
      const side = Math.max(...sizeOf(found[i]));
      expect([side <= longest, side > longest - 5]).toEqual([true, true]);
    }
  });

  it('are not of one colour: they show what is on the page', async () => {
    const [, first] = await pictures({ bytes: await fixture('guide.pdf'), mediaType });
    const blank = await pictures({ bytes: await fixture('guide.pdf'), mediaType }, 0);
    expect(blank).toEqual([]);
    expect(first?.bytes.length).toBeGreaterThan(20_000);
  });

  it('are of so many pages, and of those that were begun in time', async () => {
    const bytes = await fixture('guide.pdf');
    expect(await pictures({ bytes, mediaType }, 1)).toHaveLength(3);
    let ms = 0;
    const late = await all(pdfPictures(bytes, { pagesMax: 2 }, () => (ms += 10_000)));
    expect(late.map(({ name }) => name)).toEqual([
      'file_thumbnail',
      'generated/extracted_images_0.png',
      STRUCTURES_NAME,
    ]);
  });

  it('need the password, and do not exist of what is no PDF', async () => {
    const bytes = await fixture('guide-encrypted.pdf');
    expect(await pictures({ bytes, mediaType })).toEqual([]);
    expect(await pictures({ bytes: Buffer.from('%PDF-1.7 broken'), mediaType })).toEqual([]);
  });
});

describe('pictures of an office file', () => {
  const png = () => fixture('notice.png');
  const zip = (files: Record<string, Uint8Array>) => ({ bytes: zipSync(files), mediaType: OOXML });

  it('are the one that came with it', async () => {
    const bytes = await png();
    expect(await pictures(zip({ 'word/document.xml': Buffer.from('<a/>'), 'docProps/thumbnail.png': bytes }))).toEqual([
      { name: 'file_thumbnail', contentType: 'image/png', bytes: new Uint8Array(bytes) },
    ]);
  });

  it('do not exist without one, or when it is none', async () => {
    expect(await pictures(zip({ 'word/document.xml': Buffer.from('<a/>') }))).toEqual([]);
    expect(await pictures(zip({ 'docProps/thumbnail.jpeg': Buffer.from('<script>') }))).toEqual([]);
    expect(await pictures({ bytes: Buffer.from('PK broken'), mediaType: OOXML })).toEqual([]);
  });
});
