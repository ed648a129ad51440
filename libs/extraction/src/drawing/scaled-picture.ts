import {
  type DrawnPicture,
  OWN_PICTURE_BYTES_MAX,
  PAGE_SIDE_MAX,
  pictureNames,
  type PictureOwner,
  THUMBNAIL_SIDE,
} from './drawn-picture';
import { pictureSize } from '../extract/picture-size';

/** Four bytes each, several times. */
const PIXELS_MAX = 30_000_000;
const JPEG_QUALITY = 80;
/** Types that are drawn again in the same type where they are small enough; the others become PNG. */
const kept: readonly string[] = ['image/png', 'image/jpeg'];

/** Types that can be scaled. TIFF has pages, and a reader that knows them. */
export function isScalable(mediaType: string): boolean {
  return /^image\/(png|jpeg|gif|webp|bmp)$/.test(mediaType);
}

/**
 * A thumbnail of a picture, and the picture as it can be shown: itself where it is a small PNG or JPEG, else made
 * smaller. The library is WebAssembly, which a process that may not load native code can use.
 *
 * @throws Error when it is damaged; nothing comes of one that has too many pixels
 */
export async function* scaledPictures(
  bytes: Uint8Array,
  { mediaType, owner }: { readonly mediaType: string; readonly owner: PictureOwner },
): AsyncGenerator<DrawnPicture> {
  const size = pictureSize(bytes);
  if (!size || size.width * size.height > PIXELS_MAX) return;
  const { PhotonImage, resize, SamplingFilter } = await import('@silvia-odwyer/photon-node');
  const names = pictureNames[owner];
  const contentType = mediaType === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const picture = PhotonImage.new_from_byteslice(bytes);
  try {
    const scaled = (side: number): Uint8Array => {
      const [width, height] = [picture.get_width(), picture.get_height()];
      const scale = Math.min(1, side / Math.max(width, height));
      const lengthOf = (length: number) => Math.max(1, Math.round(length * scale));
      const small = resize(picture, lengthOf(width), lengthOf(height), SamplingFilter.Triangle);
      const encoded = contentType === 'image/jpeg' ? small.get_bytes_jpeg(JPEG_QUALITY) : small.get_bytes();
      small.free();
      return encoded;
    };
    yield { name: names.thumbnail, contentType, bytes: scaled(THUMBNAIL_SIDE) };
    const isItself = kept.includes(mediaType) && bytes.length <= OWN_PICTURE_BYTES_MAX;
    yield { name: names.picture, contentType, bytes: isItself ? bytes : scaled(PAGE_SIDE_MAX) };
  } finally {
    picture.free();
  }
}
