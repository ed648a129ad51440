import { type IFD, decode, decodeImage, toRGBA8 } from 'utif2';
import { type ColourPicture, colourPngOf } from '../extract/pdf/png';
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

/** Four bytes each, several times. */
const PIXELS_MAX = 30_000_000;
const WIDTH = 't256';
const HEIGHT = 't257';

/** Pictures of the pages of a TIFF, which browsers do not show, and a small one of the first as thumbnail. */
export function* tiffPictures(bytes: Uint8Array, { pagesMax }: DrawLimits): Generator<DrawnPicture> {
  const endMs = performance.now() + DRAWING_MS_MAX;
  const content = new Uint8Array(bytes).buffer;
  const pages = decode(content).filter((page) => WIDTH in page);
  let left = PICTURES_BYTES_MAX;
  for (const [number, page] of pages.slice(0, pagesMax).entries()) {
    const picture = decodedTiffPage(content, page);
    if (!picture) continue;
    if (number === 0) {
      const thumbnail = colourPngOf(scaled(picture, THUMBNAIL_SIDE));
      yield { name: THUMBNAIL_NAME, contentType: 'image/png', bytes: thumbnail };
    }
    const drawn = colourPngOf(scaled(picture, PAGE_SIDE_MAX));
    left -= drawn.length;
    if (left < 0 || performance.now() > endMs) return;
    yield { name: pageName(number), contentType: 'image/png', bytes: drawn, page: number };
  }
}

/** Undefined for a page that is too large, or damaged. */
function decodedTiffPage(content: ArrayBuffer, page: IFD): ColourPicture | undefined {
  const pixels = tagNumber(page[WIDTH]) * tagNumber(page[HEIGHT]);
  if (!(pixels > 0) || pixels > PIXELS_MAX) return undefined;
  try {
    decodeImage(content, page);
    return { width: page.width, height: page.height, pixels: toRGBA8(page) };
  } catch {
    return undefined;
  }
}

function tagNumber(tag: IFD[string] | undefined): number {
  return Array.isArray(tag) ? Number(tag[0]) : 0;
}

/** Made smaller by taking the mean of the pixels that become one; never larger. */
function scaled({ width, height, pixels }: ColourPicture, side: number): ColourPicture {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / side));
  if (step === 1) return { width, height, pixels };
  const [newWidth, newHeight] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const small = new Uint8Array(newWidth * newHeight * 4);
  for (let y = 0; y < newHeight; y += 1)
    for (let x = 0; x < newWidth; x += 1)
      for (let colour = 0; colour < 3; colour += 1)
        small[(y * newWidth + x) * 4 + colour] = meanOf(pixels, {
          x: x * step,
          y: y * step,
          width,
          height,
          step,
          colour,
        });
  return { width: newWidth, height: newHeight, pixels: small };
}

interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly colour: number;
}

function meanOf(pixels: Uint8Array, { x, y, width, height, step, colour }: Square): number {
  let [sum, count] = [0, 0];
  for (let line = y; line < Math.min(y + step, height); line += 1)
    for (let column = x; column < Math.min(x + step, width); column += 1) {
      sum += pixels[(line * width + column) * 4 + colour] ?? 0;
      count += 1;
    }
  return count === 0 ? 0 : sum / count;
}
