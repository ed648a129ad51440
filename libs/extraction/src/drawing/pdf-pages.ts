import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { colourPngOf } from '../extract/pdf/png';
import {
  DRAWING_MS_MAX,
  type DrawLimits,
  type DrawnPicture,
  PAGE_SIDE_MAX,
  pageName,
  PICTURES_BYTES_MAX,
  READ_DRAWING_MS_MAX,
  READ_PICTURES_BYTES_MAX,
  THUMBNAIL_NAME,
  THUMBNAIL_SIDE,
} from './drawn-picture';
import { Structures } from './page-structure';
import { nestsForms } from '../extract/pdf/pdf-forms';
import { pageWords } from './pdf-words';
import { inReadingOrder } from './reading-lines';
import { scannedWords } from './scanned-words';
import { ShownPage } from './shown-page';

interface PdfOptions {
  readonly password?: string;
  /** Words of pages that are pictures, by number of the page. */
  readonly recognized?: ReadonlyMap<number, PageStructure>;
}

/**
 * Pictures of the first pages of a PDF, a small one of the first page as thumbnail, and at last the places of the words
 * of these pages. PDFium runs as WebAssembly: a process that may not load native code can use it. Pages that cannot be
 * drawn are left out, and all of a file whose forms contain themselves: PDFium would not come to an end.
 *
 * @param now milliseconds, of a clock that only goes forward
 * @throws Error when the file cannot be opened
 */
export async function* pdfPictures(
  bytes: Uint8Array,
  { password, ...limits }: DrawLimits & PdfOptions,
  now: () => number = () => performance.now(),
): AsyncGenerator<DrawnPicture> {
  if (nestsForms(bytes)) return;
  const endMs = now() + (limits.readPagesMax ? READ_DRAWING_MS_MAX : DRAWING_MS_MAX);
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  try {
    const pdf = await library.loadDocument(bytes, password);
    try {
      yield* pictures(pdf, { ...limits, isLate: () => now() >= endMs });
    } finally {
      pdf.destroy();
    }
  } finally {
    library.destroy();
  }
}

async function* pictures(
  pdf: PDFiumDocument,
  { pagesMax, readPagesMax = 0, recognized, isLate }: DrawLimits & PdfOptions & { readonly isLate: () => boolean },
): AsyncGenerator<DrawnPicture> {
  const contentType = 'image/png';
  const last = Math.min(pdf.getPageCount(), Math.max(pagesMax, readPagesMax));
  const bytesMax = readPagesMax > 0 ? READ_PICTURES_BYTES_MAX : PICTURES_BYTES_MAX;
  const structures = new Structures();
  for (let page = 0, left = bytesMax; page < last && left >= 0 && !isLate(); page += 1) {
    const isExtra = page >= pagesMax;
    const take = (opened: PDFiumPage) =>
      isExtra ? undefined : structures.add(structureOf(opened, recognized?.get(page)));
    const drawn = await drawnPage(pdf, page, { side: PAGE_SIDE_MAX, take });
    const small = page === 0 && !isExtra ? await drawnPage(pdf, page, { side: THUMBNAIL_SIDE }) : undefined;
    if (small) yield { name: THUMBNAIL_NAME, contentType, bytes: small };
    left -= drawn?.length ?? 0;
    if (drawn && left >= 0)
      yield { name: pageName(page), contentType, bytes: drawn, page, ...(isExtra && { isExtra }) };
  }
  const { file } = structures;
  if (file) yield file;
}

interface PageDrawing {
  readonly side: number;
  /** Gets the page before it is drawn, which closes it. */
  readonly take?: (page: PDFiumPage) => void;
}

async function drawnPage(
  pdf: PDFiumDocument,
  number: number,
  { side, take }: PageDrawing,
): Promise<Uint8Array | undefined> {
  try {
    const page = pdf.getPage(number);
    take?.(page);
    const scale = scaleOf(page, side);
    if (scale === undefined) return undefined;
    const { width, height, data } = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
    // The library draws with the bytes of BGRA reversed, so red comes first; the paper is white.
    return colourPngOf({ width, height, pixels: data });
  } catch {
    return undefined;
  }
}

/** Recognised text counts for a page without text of its own. @param page not yet closed */
function structureOf(page: PDFiumPage, recognized: PageStructure | undefined): PageStructure {
  const shown = new ShownPage(page);
  const size = { width: shown.width, height: shown.height };
  try {
    const words = pageWords(shown);
    const tokens = words.length === 0 && recognized ? scannedWords(shown, recognized) : inReadingOrder(words);
    return { page: size, tokens };
  } catch {
    return { page: size, tokens: [] };
  } finally {
    shown.close();
  }
}

/** Undefined for a page without an area. */
function scaleOf(page: PDFiumPage, side: number): number | undefined {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const [longest, shortest] = [Math.max(width, height), Math.min(width, height)];
  const scale = side / longest;
  return shortest * scale >= 1 && Number.isFinite(scale) ? scale : undefined;
}
