import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import { colourPngOf } from '../extract/pdf/png';
import {
  DRAWING_MS_MAX,
  type DrawLimits,
  type DrawnPicture,
  PAGE_SIDE_MAX,
  pageName,
  PICTURES_BYTES_MAX,
  THUMBNAIL_NAME,
  THUMBNAIL_SIDE,
} from './drawn-picture';

const RGBA_BYTES = 4;

/**
 * Pictures of the first pages of a PDF, and a small one of the first page as thumbnail. PDFium runs as WebAssembly: a
 * process that may not load native code can use it. Pages that cannot be drawn are left out.
 *
 * @param now milliseconds, of a clock that only goes forward
 * @throws Error when the file cannot be opened
 */
export async function* pdfPictures(
  bytes: Uint8Array,
  { pagesMax, password }: DrawLimits & { readonly password?: string },
  now: () => number = () => performance.now(),
): AsyncGenerator<DrawnPicture> {
  const endMs = now() + DRAWING_MS_MAX;
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  try {
    const pdf = await library.loadDocument(bytes, password);
    try {
      yield* pictures(pdf, { pagesMax, isLate: () => now() >= endMs });
    } finally {
      pdf.destroy();
    }
  } finally {
    library.destroy();
  }
}

async function* pictures(
  pdf: PDFiumDocument,
  { pagesMax, isLate }: DrawLimits & { readonly isLate: () => boolean },
): AsyncGenerator<DrawnPicture> {
  const contentType = 'image/png';
  const last = Math.min(pdf.getPageCount(), pagesMax);
  let left = PICTURES_BYTES_MAX;
  for (let page = 0; page < last && !isLate(); page += 1) {
    const drawn = await drawnPage(pdf, page, PAGE_SIDE_MAX);
    const small = page === 0 ? await drawnPage(pdf, page, THUMBNAIL_SIDE) : undefined;
    if (small) yield { name: THUMBNAIL_NAME, contentType, bytes: small };
    left -= drawn?.length ?? 0;
    if (left < 0) return;
    if (drawn) yield { name: pageName(page), contentType, bytes: drawn, page };
  }
}

async function drawnPage(pdf: PDFiumDocument, number: number, side: number): Promise<Uint8Array | undefined> {
  try {
    const page = pdf.getPage(number);
    const scale = scaleOf(page, side);
    if (scale === undefined) return undefined;
    const { width, height, data } = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
    return colourPngOf({ width, height, pixels: rgbOf(data) });
  } catch {
    return undefined;
  }
}

/** Undefined for a page without an area. */
function scaleOf(page: PDFiumPage, side: number): number | undefined {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const [longest, shortest] = [Math.max(width, height), Math.min(width, height)];
  const scale = side / longest;
  return shortest * scale >= 1 && Number.isFinite(scale) ? scale : undefined;
}

/** The library draws with the bytes of BGRA reversed, so red comes first; the paper is white. */
function rgbOf(pixels: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((pixels.length / RGBA_BYTES) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += RGBA_BYTES, to += 3) {
    rgb[to] = pixels[from] ?? 0;
    rgb[to + 1] = pixels[from + 1] ?? 0;
    rgb[to + 2] = pixels[from + 2] ?? 0;
  }
  return rgb;
}
