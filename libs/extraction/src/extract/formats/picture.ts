import { ExtractError } from '../extract-error';
import type { FormatReader } from '../reader';

/** Too few for a line of text. */
const PIXELS_MIN = 200 * 50;
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
  const size = sizeOf(bytes);
  return size !== undefined && size.width * size.height < PIXELS_MIN;
}

function sizeOf(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  if (bytes.length < 32) return { width: 0, height: 0 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (view.getUint32(0) === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined;
}

/** Segments up to the one that begins a frame. */
function jpegSize(view: DataView): { readonly width: number; readonly height: number } | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}
