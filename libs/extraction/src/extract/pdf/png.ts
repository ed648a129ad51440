import { crc32, deflateSync } from 'node:zlib';

/** Pixels line by line. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** One byte a pixel, 0 black. */
export type GrayPicture = Picture;
/** Four bytes a pixel: red, green, blue, and one that is not looked at. */
export type ColourPicture = Picture;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GRAY_8_BIT = [8, 0, 0, 0, 0];
const RGB_8_BIT = [8, 2, 0, 0, 0];

export function pngOf({ width, height, pixels }: GrayPicture): Uint8Array {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return encoded({ width, height, lines, kind: GRAY_8_BIT });
}

export function colourPngOf({ width, height, pixels }: ColourPicture): Uint8Array {
  const lines = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0, from = 0, to = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0; x < width; x += 1, from += 4, to += 3) {
      lines[to] = pixels[from] ?? 0;
      lines[to + 1] = pixels[from + 1] ?? 0;
      lines[to + 2] = pixels[from + 2] ?? 0;
    }
  }
  return encoded({ width, height, lines, kind: RGB_8_BIT });
}

interface Lines {
  readonly width: number;
  readonly height: number;
  /** Each of them after a byte that says that it is not filtered. */
  readonly lines: Uint8Array;
  readonly kind: readonly number[];
}

/** As PNG, version 1.2: one IDAT of unfiltered lines. */
function encoded({ width, height, lines, kind }: Lines): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Turned clockwise by a multiple of 90 degrees. */
export function turnedPicture(picture: GrayPicture, degrees: number): GrayPicture {
  const quarters = ((Math.round(degrees / 90) % 4) + 4) % 4;
  const { width, height, pixels } = picture;
  if (quarters === 0) return picture;
  const turned = new Uint8Array(pixels.length);
  const newWidth = quarters === 2 ? width : height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [toX, toY] =
        quarters === 1 ? [height - 1 - y, x] : quarters === 2 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x];
      turned[toY * newWidth + toX] = pixels[y * width + x] ?? 0;
    }
  }
  return { width: newWidth, height: quarters === 2 ? height : width, pixels: turned };
}
