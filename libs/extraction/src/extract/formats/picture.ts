import { ExtractError } from '../extract-error';
import type { FormatReader } from '../reader';
import { pictureSize } from '../picture-size';

/** Too few for a line of text. */
const PIXELS_MIN = 200 * 50;
const TINY_BYTES = 32;
const UNREAD = 'Pictures within the file were not read, because no text recognition is set up';

/** The text in a picture that lies within a file. */
export const readPicture: FormatReader = async ({ bytes }, document, { recognize, alive }) => {
  if (isTiny(bytes)) return;
  if (!recognize) return document.lose(UNREAD);
  const recognized = await recognize(bytes);
  alive();
  if ('reason' in recognized) throw new ExtractError(`The picture cannot be read: ${recognized.reason}`);
  for (const block of recognized.text.split(/\n\s*\n/)) document.verbatim('ocr', block.trim());
};

/** Bullets, lines and logos, as far as the picture says how large it is. */
export function isTiny(bytes: Uint8Array): boolean {
  if (bytes.length < TINY_BYTES) return true;
  const size = pictureSize(bytes);
  return size !== undefined && size.width * size.height < PIXELS_MIN;
}
