import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itUnless } from '@lectern/testing';
import { recognizerContract } from '../recognizer.contract';
import { languageArgument } from './tesseract-languages';
import { TesseractRecognizer } from './tesseract-recognizer';

const image = new TextEncoder().encode('an image');

/** Replaces the program where it is not installed: it has the same interface, and a behaviour defined by the test. */
const program = (reading: string) => `#!/bin/sh
if [ "$1" = "--list-langs" ]; then printf 'List of available languages (2):\\neng\\nfra\\nosd\\n'; exit 0; fi
${reading}
`;

describe('TesseractRecognizer', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'ocr-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const recognizer = async (reading: string, timeoutMs = 10_000) => {
    const path = join(folder, `program-${Math.random()}`);
    await writeFile(path, program(reading));
    await chmod(path, 0o755);
    return new TesseractRecognizer({ program: path, timeoutMs });
  };

  recognizerContract(
    () => recognizer('cat'),
    async () => new TesseractRecognizer({ program: join(folder, 'missing'), timeoutMs: 1_000 }),
  );

  it('gives the image to the program, asks for installed languages only, and gives back what it prints', async () => {
    const reader = await recognizer('echo "$OMP_THREAD_LIMIT $4"; cat; printf "\\f"');
    await expect(reader.available()).resolves.toEqual({ available: true });
    await expect(reader.recognize(image, { languages: ['fr', 'de', 'en'] })).resolves.toEqual({
      text: '1 fra+eng\nan image',
      pages: [],
    });
  });

  it('looks how a picture lies where its words make no sense, and takes the surer reading', async () => {
    const words = (confidence: number, text: string) =>
      `printf '5\\t1\\t1\\t1\\t1\\t1\\t1\\t2\\t3\\t4\\t${confidence}\\t${text}\\n${text}\\n'`;
    const reading = (first: number, turned: number) =>
      recognizer(`case "$*" in *psm*) ${words(turned, 'upright')};; *) ${words(first, 'lying')};; esac`);
    const textOf = async (reader: TesseractRecognizer) => (await reader.recognize(image, { languages: [] })).text;
    expect(await textOf(await reading(50, 95))).toBe('upright');
    expect(await textOf(await reading(50, 52))).toBe('lying');
    expect(await textOf(await reading(92, 99))).toBe('lying');
  });

  it('kills a program that takes too long', async () => {
    const reader = await recognizer('exec sleep 30', 100);
    await expect(reader.recognize(image, { languages: [] })).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  it('kills the program when the caller leaves', async () => {
    const pidFile = join(folder, 'pid');
    const reader = await recognizer(`echo $$ > ${pidFile}; exec sleep 30`);
    const controller = new AbortController();
    const reading = reader.recognize(image, { languages: [], signal: controller.signal });
    let pid = '';
    while (pid === '') pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });

  it('refuses what the program cannot read, with its words', async () => {
    const reader = await recognizer('echo "no image" >&2; exit 1');
    const failure = { code: 'unsupported_media_type', message: expect.stringContaining('no image') };
    await expect(reader.recognize(image, { languages: [] })).rejects.toMatchObject(failure);
  });

  it('reads several images at a time, and all of them', async () => {
    const reader = await recognizer('cat');
    const images = Array.from({ length: 6 }, (_, index) => new TextEncoder().encode(`image ${index}`));
    const texts = await Promise.all(images.map((one) => reader.recognize(one, { languages: [] })));
    expect(texts.map(({ text }) => text)).toEqual(images.map((_, index) => `image ${index}`));
  });

  const isInstalled = spawnSync('tesseract', ['--version']).status === 0;
  itUnless(
    isInstalled ? undefined : 'tesseract is not installed',
    'reads a real image, and says where its words are',
    async () => {
      const reader = new TesseractRecognizer({ program: 'tesseract', timeoutMs: 30_000 });
      const { text, pages } = await reader.recognize(imageOf('HELLO'), { languages: ['en'] });
      expect([text, pages.map(({ page }) => page)]).toEqual(['HELLO', [{ width: 258, height: 90 }]]);
      // Six pixels per dot: 34 dots of letters after a margin of 4, in lines 4 to 10.
      expect(pages[0]?.tokens).toEqual([
        { x: around(24), y: around(24), width: around(198), height: around(42), text: 'HELLO', line: 0 },
      ]);
    },
  );
});

const around: (pixels: number) => unknown = (pixels) => expect.closeTo(pixels, -1);

const glyphs: Readonly<Record<string, readonly string[]>> = {
  H: ['X...X', 'X...X', 'X...X', 'XXXXX', 'X...X', 'X...X', 'X...X'],
  E: ['XXXXX', 'X....', 'X....', 'XXXX.', 'X....', 'X....', 'XXXXX'],
  L: ['X....', 'X....', 'X....', 'X....', 'X....', 'X....', 'XXXXX'],
  O: ['.XXX.', 'X...X', 'X...X', 'X...X', 'X...X', 'X...X', '.XXX.'],
};

/** Black letters on white in the simplest format there is, six pixels per dot, with a margin. */
function imageOf(text: string): Uint8Array {
  const blank = '.'.repeat(text.length * 7 + 8);
  const lines = Array.from(
    { length: 7 },
    (_, y) => `....${[...text].map((letter) => `${glyphs[letter]?.[y]}..`).join('')}....`,
  );
  const rows = [...Array<string>(4).fill(blank), ...lines, ...Array<string>(4).fill(blank)];
  const pixels = rows.flatMap((row) =>
    Array<number[]>(6).fill([...row].flatMap((dot) => Array<number>(6).fill(dot === 'X' ? 0 : 255))),
  );
  return Buffer.concat([
    Buffer.from(`P5 ${blank.length * 6} ${pixels.length} 255\n`),
    ...pixels.map((row) => Buffer.from(row)),
  ]);
}

describe('languageArgument', () => {
  it('takes what is wanted and installed, at most three, in the order of the wish', () => {
    const installed = ['chi_sim', 'chi_tra', 'deu', 'eng', 'fra'];
    expect(languageArgument(['fr-CA', 'xx', 'en'], installed)).toBe('fra+eng');
    expect(languageArgument(['zh', 'de', 'en'], installed)).toBe('chi_sim+chi_tra+deu');
  });

  it('falls back to English, then to anything', () => {
    expect(languageArgument(['hi'], ['deu', 'eng'])).toBe('eng');
    expect(languageArgument([], ['osd', 'deu'])).toBe('deu');
    expect(languageArgument(['en'], ['osd'])).toBeUndefined();
  });
});
