import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { pdfFile, pdfOf, pdfStream } from '../fixtures/pdf-pages.fixture';
import { STRUCTURES_NAME } from './drawn-picture';
import { Structures, STRUCTURES_BYTES_MAX, type WordBounds } from './page-structure';
import { pdfPictures } from './pdf-pages';

/** By the widths of Helvetica. */
const WIDTHS = { Hello: 22.78, wide: 20.56 };

async function drawn(pdf: Uint8Array, pagesMax = 10) {
  const bytesOf = new Map<string, Uint8Array>();
  for await (const { name, bytes } of pdfPictures(pdf, { pagesMax })) bytesOf.set(name, bytes);
  return bytesOf;
}
async function structuresOf(pdf: Uint8Array, pagesMax?: number): Promise<readonly PageStructure[]> {
  const bytes = (await drawn(pdf, pagesMax)).get(STRUCTURES_NAME);
  return bytes ? JSON.parse(Buffer.from(bytes).toString()) : [];
}
const textAt = (matrix: string, text: string) => `BT /F1 10 Tf ${matrix} Tm (${text}) Tj ET`;
const linesOf = (tokens: readonly WordBounds[]) =>
  [...Map.groupBy(tokens, ({ line }) => line).values()].map((words) => words.map(({ text }) => text).join(' '));

describe('the words of a page', () => {
  it('stand where they are drawn, as wide as their letters, in points from the upper left corner', async () => {
    const [page] = await structuresOf(pdfOf([{ content: textAt('1 0 0 1 72 700', 'Hello wide World') }]));
    expect(page?.page).toEqual({ width: 600, height: 800 });
    const [hello, wide] = page?.tokens ?? [];
    expect([hello?.text, hello?.line, wide?.text, wide?.line]).toEqual(['Hello', 0, 'wide', 0]);
    expect([hello?.x, wide?.x]).toEqual([72, expect.closeTo(72 + WIDTHS.Hello + 2.78, 1)]);
    expect([hello?.width, wide?.width]).toEqual([expect.closeTo(WIDTHS.Hello, 1), expect.closeTo(WIDTHS.wide, 1)]);
    // Above and below the baseline, which is 100 points from the top.
    expect(spanOf(hello, 'y')).toEqual([expect.closeTo(90.5, 0), expect.closeTo(102.2, 0)]);
  });

  it.each([
    [90, { width: 800, height: 600 }, { x: 700, y: 72 }],
    [180, { width: 600, height: 800 }, { x: 528 - WIDTHS.Hello, y: 700 }],
    [270, { width: 800, height: 600 }, { x: 100, y: 528 - WIDTHS.Hello }],
  ])('of a page that is turned by %d degrees stand where they are shown', async (turned, size, start) => {
    const content = textAt('1 0 0 1 72 700', 'Hello wide World');
    const [page] = await structuresOf(pdfOf([{ content, turned }]));
    const hello = page?.tokens.find(({ text }) => text === 'Hello');
    expect([page?.page, linesOf(page?.tokens ?? [])]).toEqual([size, ['Hello wide World']]);
    const along = turned === 180 ? 'x' : 'y';
    expect(spanOf(hello, along)).toEqual([
      expect.closeTo(start[along], 1),
      expect.closeTo(start[along] + WIDTHS.Hello, 1),
    ]);
    const [from = 0, to = 0] = spanOf(hello, along === 'x' ? 'y' : 'x');
    const baseline = along === 'x' ? start.y : start.x;
    expect([from < baseline, baseline < to, to - from < 14]).toEqual([true, true, true]);
  });

  it('of a page that is cut stand where they are on the rest of it', async () => {
    const content = textAt('1 0 0 1 72 700', 'Hello wide World');
    const [page] = await structuresOf(pdfOf([{ content, cut: [50, 100, 550, 750], turned: 90 }]));
    expect(page?.page).toEqual({ width: 650, height: 500 });
    const [from, to] = spanOf(page?.tokens[0], 'y');
    expect([from, to]).toEqual([22, expect.closeTo(22 + WIDTHS.Hello, 1)]);
    expect(spanOf(page?.tokens[0], 'x')).toEqual([expect.closeTo(597.8, 0), expect.closeTo(609.5, 0)]);
  });

  it('that run upwards are read after the others, line by line', async () => {
    const content = [textAt('0 1 -1 0 40 200', 'up the margin'), textAt('1 0 0 1 72 700', 'across the whole page')];
    const [page] = await structuresOf(pdfOf([{ content: content.join(' ') }]));
    expect(linesOf(page?.tokens ?? [])).toEqual(['across the whole page', 'up the margin']);
    const up = page?.tokens.find(({ text }) => text === 'up');
    expect(spanOf(up, 'y')).toEqual([expect.closeTo(600 - 11.12, 1), expect.closeTo(600, 1)]);
  });

  it('are in the order of columns, and keep the hyphens of divided ones', async () => {
    const [page] = await structuresOf(await readFile('libs/extraction/src/fixtures/columns.pdf'));
    const lines = linesOf(page?.tokens ?? []);
    expect(lines.slice(2, 4)).toEqual(['The harbour council has de-', 'cided to replace the gate of']);
    expect(lines.indexOf('for their patience.')).toBeLessThan(lines.indexOf('Visitors find the museum of'));
  });

  it('of scripts without spaces are their characters', async () => {
    const [page] = await structuresOf(pdfOfIdeographs());
    expect(page?.tokens.map(({ text }) => text)).toEqual(['漢', '字', 'ok']);
  });

  it('cover all that is dark on the picture of the page', async () => {
    const lines = ['# Harbour (quay)', 'The red lever, beside the door:', 'jumps gypsy flag @ 100 %'];
    for (const turned of [0, 90]) {
      const files = await drawn(pdfOf([{ lines, turned }]));
      const [page] = JSON.parse(Buffer.from(files.get(STRUCTURES_NAME) ?? []).toString()) as PageStructure[];
      const { width, dark } = pixelsOf(files.get('generated/extracted_images_0.png'));
      const scale = width / (page?.page.width ?? 1);
      const covered = dark.map(([x, y]) => page?.tokens.findIndex((word) => covers(word, x / scale, y / scale)) ?? -1);
      expect([dark.length > 500, covered.filter((word) => word < 0).length]).toEqual([true, 0]);
      expect(new Set(covered).size).toBe(page?.tokens.length);
    }
  });
});

describe('the limits of what is known of words', () => {
  it('are the pages that are drawn, 10,000 words of one of them, and 64 characters of a word', async () => {
    const many = Array.from({ length: 120 }, (_, at) => textAt(`0.1 0 0 0.1 10 ${790 - at}`, 'a '.repeat(100)));
    const long = textAt('0.1 0 0 0.1 10 700', 'x'.repeat(150));
    const pages = await structuresOf(pdfOf([{ content: many.join(' ') }, { content: long }, { lines: ['a'] }]), 2);
    expect(pages.map(({ tokens }) => tokens.length)).toEqual([10_000, 3]);
    expect(pages[1]?.tokens.map(({ text }) => text.length)).toEqual([64, 64, 22]);
  });

  it('are 8 MiB of one file, from its first page on', () => {
    const structures = new Structures();
    const word = { x: 100.25, y: 100.25, width: 10.25, height: 10.25, text: 'x'.repeat(64), line: 1_000 };
    const page = { page: { width: 600, height: 800 }, tokens: Array<WordBounds>(10_001).fill(word) };
    for (let at = 0; at < 10; at += 1) structures.add(page);
    structures.add({ ...page, tokens: [] });
    const { bytes } = structures.file ?? { bytes: new Uint8Array() };
    expect(bytes.length).toBeLessThanOrEqual(STRUCTURES_BYTES_MAX);
    const pages: readonly PageStructure[] = JSON.parse(Buffer.from(bytes).toString());
    expect(pages.map(({ tokens }) => tokens.length)).toEqual(Array(6).fill(10_000));
  });

  it('are none where there are no words', async () => {
    expect(await structuresOf(pdfOf([{ isPicture: true }]))).toEqual([]);
    expect(await structuresOf(pdfOf([{ isPicture: true }, { lines: ['a'] }]))).toMatchObject([
      { tokens: [] },
      { tokens: [{ text: 'a' }] },
    ]);
  });
});

/** The letters A and B of a font that says they are others. */
function pdfOfIdeographs(): Uint8Array {
  const map = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange
    4 beginbfchar <41> <6F22> <42> <5B57> <6F> <006F> <6B> <006B> endbfchar endcmap`;
  const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >> >>';
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << ${font} >> /Contents 5 0 R >>`,
    pdfStream('', `/CIDInit /ProcSet findresource begin 12 dict begin ${map} end end`),
    pdfStream('', textAt('1 0 0 1 72 700', 'ABok')),
  ]);
}

function spanOf(word: WordBounds | undefined, along: 'x' | 'y'): [start: number, end: number] {
  const [start = NaN, length = NaN] = along === 'x' ? [word?.x, word?.width] : [word?.y, word?.height];
  return [start, start + length];
}

/** With a pixel of room: the edge of a letter is grey. */
function covers({ x, y, width, height }: WordBounds, atX: number, atY: number): boolean {
  return atX >= x - 0.6 && atX <= x + width + 0.6 && atY >= y - 0.6 && atY <= y + height + 0.6;
}

/** Dark pixels of a picture that `colourPngOf` wrote. */
function pixelsOf(bytes: Uint8Array = new Uint8Array()) {
  const png = Buffer.from(bytes);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(chunks));
  const dark: [x: number, y: number][] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if ((raw[y * (width * 3 + 1) + 1 + x * 3] ?? 255) < 100) dark.push([x, y]);
  return { width, dark };
}
