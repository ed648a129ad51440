import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { WordBounds } from './page-structure';
import { type Rectangle, rounded, type ShownPage } from './shown-page';

/** Objects of a page that are searched for its picture. */
const OBJECTS_MAX = 1_000;
/** Type of an object that is one. */
const PICTURE = 3;

/**
 * Words that were recognised in the picture of a page, in points of the page. Where the picture is not found, because
 * it is part of something else, it is taken to fill the page.
 */
export function scannedWords(shown: ShownPage, { page, tokens }: PageStructure): WordBounds[] {
  const whole = { x: 0, y: 0, width: shown.width, height: shown.height };
  const bounds = pictureBounds(shown, page) ?? whole;
  const [perX, perY] = [bounds.width / page.width, bounds.height / page.height];
  return tokens.map(({ x, y, width, height, ...word }) => ({
    x: rounded(bounds.x + x * perX),
    y: rounded(bounds.y + y * perY),
    width: rounded(width * perX),
    height: rounded(height * perY),
    ...word,
  }));
}

/** @param size of the picture in pixels, the way up that the page is shown */
function pictureBounds(shown: ShownPage, size: PageStructure['page']): Rectangle | undefined {
  const { pdfium, scratch } = shown;
  const [width, height] = shown.rotation % 2 === 0 ? [size.width, size.height] : [size.height, size.width];
  for (const object of picturesOf(shown)) {
    const hasSize = pdfium._FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4);
    const [pixelsX, pixelsY] = [pdfium.HEAP32[scratch >> 2], pdfium.HEAP32[(scratch >> 2) + 1]];
    if (!hasSize || pixelsX !== width || pixelsY !== height) continue;
    if (!pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) continue;
    const [floats, first] = [pdfium.HEAPF32, scratch >> 2];
    const [left = 0, bottom = 0] = [floats[first], floats[first + 1]];
    const [right = 0, top = 0] = [floats[first + 2], floats[first + 3]];
    return shown.rectangleOf({ left, bottom, right, top });
  }
  return undefined;
}

function* picturesOf({ pdfium, handle }: ShownPage): Generator<number> {
  const objects = Math.min(pdfium._FPDFPage_CountObjects(handle), OBJECTS_MAX);
  for (let at = 0; at < objects; at += 1) {
    const object = pdfium._FPDFPage_GetObject(handle, at);
    if (pdfium._FPDFPageObj_GetType(object) === PICTURE) yield object;
  }
}
