/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How large a PNG, GIF, JPEG, WebP or BMP says it is; undefined for others, and where it does not say. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 32) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const opening = view.getUint32(0);
  if (opening === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (opening === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (opening === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  if (view.getUint16(0) === 0x424d)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined;
}

/** Segments up to the one that begins a frame. */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

/** RFC 9649: the first chunk says it, extended, lossless or lossy. */
function webpSize(view: DataView): PictureSize | undefined {
  const chunk = view.getUint32(12);
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (chunk === 0x56503858) return { width: three(24) + 1, height: three(27) + 1 };
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== 0x5650384c) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
