import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { encodeImage } from 'utif2';
import { OWN_PICTURE_BYTES_MAX, PREVIEW_NAME, STRUCTURES_NAME, THUMBNAIL_NAME } from './drawing/drawn-picture';
import { colourPngOf } from './extract/pdf/png';
import { Extractor } from './extractor';
import { extractorOptions, fileOf, understand } from './fixtures/extractor-options.fixture';
import { wordDocument, wordParagraph } from './fixtures/office-files.fixture';
import type { PictureReader, Recognition } from './image';

const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', name));

const structure: PageStructure = {
  page: { width: 1_200, height: 240 },
  tokens: [{ x: 22, y: 84, width: 94, height: 17, text: 'NOTICE', line: 0 }],
};

/** Sees the same in every picture. */
class ScriptedRecognizer implements PictureReader {
  constructor(
    private readonly seen: string | AppError,
    private readonly reason?: string,
  ) {}

  async available() {
    return { available: this.reason === undefined, reason: this.reason };
  }

  async recognize(): Promise<Recognition> {
    if (typeof this.seen === 'string') return { text: this.seen, pages: [structure] };
    throw this.seen;
  }
}

describe('Extractor', () => {
  const extractors: Extractor[] = [];
  const extractorOf = (recognizer?: PictureReader) => {
    const extractor = new Extractor(extractorOptions, { pictures: recognizer });
    extractors.push(extractor);
    return extractor;
  };
  afterAll(() => Promise.all(extractors.map((extractor) => extractor.close())));

  it('refuses a file that is longer than a file may be', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    const { errors } = await understand(extractorOf(), fileOf(Buffer.from('x'), { open: async () => endless }));
    expect(errors).toEqual([{ code: 1, severity: 'ERROR', text: expect.stringMatching(/larger than 2 MiB/) }]);
  });

  it('understands short and long texts alike', async () => {
    const extractor = extractorOf();
    const sentence = 'The harbour master closed the northern lock in Rotterdam on 3 March 2024. ';
    const short = await understand(extractor, { body: sentence, format: 'PLAIN' }, { fieldId: 'r/t/a' });
    const long = await understand(extractor, { body: sentence.repeat(100), format: 'PLAIN' }, { fieldId: 'r/t/a' });
    for (const understood of [short, long]) {
      expect(understood.language).toBe('en');
      expect(understood.entities.map(({ label, text }) => `${label} ${text}`)).toEqual(
        expect.arrayContaining(['GPE Rotterdam', 'DATE 3 March 2024']),
      );
    }
    expect(short.paragraphs).toHaveLength(1);
    expect(long.paragraphs.length).toBeGreaterThan(5);
  });

  it('turns what is wrong with a file into an error of its field', async () => {
    const bytes = wordDocument(wordParagraph('x')).subarray(0, 600);
    const broken = await understand(extractorOf(), fileOf(bytes, { filename: 'a.docx' }));
    expect(broken).toMatchObject({ text: '', paragraphs: [], errors: [{ code: 1, severity: 'ERROR' }] });
  });

  it('reads pictures when something can', async () => {
    const extractor = extractorOf(new ScriptedRecognizer('NOTICE\n\nThe lock is closed.'));
    const understood = await understand(
      extractor,
      fileOf(fixture('notice.png'), { contentType: 'application/octet-stream' }),
    );
    expect(understood.text).toBe('NOTICE\n\nThe lock is closed.');
    expect(understood.paragraphs[0]).toMatchObject({ kind: 'OCR', page: { page: 0 } });
    expect(understood.mimeType).toBe('image/png');
  });

  it('reads scanned pages where something can, on the page where they are', async () => {
    const scan = fileOf(fixture('scan.pdf'));
    const understood = await understand(extractorOf(new ScriptedRecognizer('SCANNED NOTICE')), scan, {
      fieldId: 'r/f/a',
    });
    expect(understood).toMatchObject({ text: 'SCANNED NOTICE', mimeType: 'application/pdf', errors: [] });
    expect(understood.paragraphs).toMatchObject([{ kind: 'OCR', page: { page: 0 }, key: 'r/f/a/0-14' }]);
    const unread = new ScriptedRecognizer(new AppError('deadline_exceeded', 'too slow'));
    expect(await understand(extractorOf(unread), scan)).toMatchObject({
      text: '',
      errors: [{ severity: 'WARNING', text: 'Page 1 is a picture that cannot be read: too slow' }],
    });
  });

  it('says where the words of pictures and scanned pages stand, where pictures of them are wanted', async () => {
    const structuresOf = async (name: string, draws: boolean) => {
      const extractor = extractorOf(new ScriptedRecognizer('NOTICE'));
      const values = extractor.understand(fileOf(fixture(name)), { understand: {}, owner: 'kb', draws });
      const found: unknown[] = [];
      for await (const { picture } of values)
        if (picture?.name === STRUCTURES_NAME) found.push(JSON.parse(Buffer.from(picture.bytes).toString()));
      return found;
    };
    expect(await structuresOf('notice.png', true)).toEqual([[structure]]);
    expect(await structuresOf('scan.pdf', true)).toMatchObject([[{ tokens: [{ text: 'NOTICE' }] }]]);
    expect(await structuresOf('notice.png', false)).toEqual([]);
  });

  it('draws the pages of a TIFF, whether its text can be read or not', async () => {
    const tiff = fileOf(new Uint8Array(encodeImage(new Uint8Array(4 * 300 * 100).fill(255), 300, 100)));
    for (const extractor of [extractorOf(new ScriptedRecognizer('NOTICE')), extractorOf()]) {
      const names: string[] = [];
      let fields = 0;
      for await (const { picture, field } of extractor.understand(tiff, { understand: {}, owner: 'kb', draws: true })) {
        if (picture && picture.name !== STRUCTURES_NAME) names.push(picture.name);
        if (field) fields += 1;
      }
      expect([fields, names]).toEqual([1, [THUMBNAIL_NAME, 'generated/extracted_images_0.png']]);
    }
  });

  it('makes pictures of a large picture first, whether its text can be read or not', async () => {
    const pixels = new Uint8Array(4 * 1_200 * 400).map((_, at) => (at * at * 31) & 0xff);
    const png = Buffer.concat([
      colourPngOf({ width: 1_200, height: 400, pixels }),
      Buffer.alloc(OWN_PICTURE_BYTES_MAX),
    ]);
    const named: (string | undefined)[] = [];
    for await (const { picture, field } of extractorOf().understand(fileOf(png), {
      understand: {},
      owner: 'kb',
      draws: true,
    }))
      if (picture || field) named.push(picture?.name ?? field?.mimeType);
    expect(named).toEqual([THUMBNAIL_NAME, PREVIEW_NAME, 'image/png']);
  });

  it('warns where no picture can be read, as nothing is wrong with the picture', async () => {
    const expected = (reason: string) => ({
      text: '',
      mimeType: 'image/png',
      errors: [{ severity: 'WARNING', text: `The text in this picture was not read: ${reason}` }],
    });
    const picture = fileOf(fixture('notice.png'));
    expect(await understand(extractorOf(), picture)).toMatchObject(expected('no text recognition is set up'));
    const without = extractorOf(new ScriptedRecognizer('', 'tesseract was not found'));
    expect(await understand(without, picture)).toMatchObject(expected('tesseract was not found'));
  });

  it('keeps apart a picture that cannot be read and a reader that is busy', async () => {
    const picture = fileOf(fixture('notice.png'));
    const broken = extractorOf(new ScriptedRecognizer(new AppError('unsupported_media_type', 'not a picture')));
    expect(await understand(broken, picture)).toMatchObject({
      errors: [{ severity: 'ERROR', text: 'The picture cannot be read: not a picture' }],
    });
    const busy = extractorOf(new ScriptedRecognizer(new AppError('rate_limited', 'too many')));
    await expect(understand(busy, picture)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
