import type { PDFPageProxy } from 'pdfjs-dist';
import { type GrayPicture, pngOf, turnedPicture } from './png';
import { pdfJs } from './pdfjs';

const PIXELS_MAX = 60_000_000;
const PIXELS_MIN = 200 * 50;
const OBJECT_WAIT_MS = 20_000;

/** A picture as pdf.js returns it. */
interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly kind: number;
  readonly data: Uint8Array;
}

/** How its pixels are laid out, as pdf.js numbers it. */
const GRAY_1_BIT = 1;
const RGB = 2;

/** The largest picture of a page as PNG in shades of grey, the way up that the page is shown. */
export async function scanOf(page: PDFPageProxy): Promise<Uint8Array | undefined> {
  const { OPS } = await pdfJs();
  const { fnArray, argsArray } = await page.getOperatorList();
  let largest: DecodedImage | undefined;
  for (const [at, operation] of fnArray.entries()) {
    const given: unknown = argsArray[at];
    const [first]: unknown[] = Array.isArray(given) ? given : [];
    const image =
      operation === OPS.paintImageXObject
        ? await objectOf(page, first)
        : operation === OPS.paintInlineImageXObject
          ? first
          : undefined;
    if (isImage(image) && image.width * image.height > (largest ? largest.width * largest.height : PIXELS_MIN))
      largest = image;
  }
  return largest ? pngOf(turnedPicture(grayOf(largest), page.rotate)) : undefined;
}

/** Whether the page draws any picture. */
export async function hasPicture(page: PDFPageProxy): Promise<boolean> {
  const { OPS } = await pdfJs();
  const pictures = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operation) => pictures.has(operation));
}

function objectOf(page: PDFPageProxy, id: unknown): Promise<unknown> {
  if (typeof id !== 'string') return Promise.resolve(undefined);
  const store = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), OBJECT_WAIT_MS);
    store.get(id, (image: unknown) => {
      clearTimeout(late);
      resolve(image);
    });
  });
}

function isImage(value: unknown): value is DecodedImage {
  if (typeof value !== 'object' || value === null) return false;
  const { width, height, data }: Partial<Record<keyof DecodedImage, unknown>> = value;
  return (
    typeof width === 'number' && typeof height === 'number' && ArrayBuffer.isView(data) && width * height <= PIXELS_MAX
  );
}

function grayOf({ width, height, kind, data }: DecodedImage): GrayPicture {
  const pixels = new Uint8Array(width * height);
  if (kind === GRAY_1_BIT) {
    const lineBytes = (width + 7) >> 3;
    for (let at = 0; at < pixels.length; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      pixels[at] = ((data[y * lineBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
    }
    return { width, height, pixels };
  }
  const step = kind === RGB ? 3 : 4;
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * step;
    pixels[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, pixels };
}
