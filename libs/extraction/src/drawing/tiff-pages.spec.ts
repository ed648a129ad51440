import { encodeImage } from 'utif2';
import { THUMBNAIL_NAME } from './drawn-picture';
import { drawnPictures } from './pictures-of';

/** Half of it white, half of it red. */
function tiff(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < (width * height) / 2; at += 1) pixels.fill(0, at * 4 + 1, at * 4 + 3);
  return new Uint8Array(encodeImage(pixels, width, height));
}

async function drawn(bytes: Uint8Array, pagesMax = 3) {
  const found: { name: string; width: number; height: number; page?: number }[] = [];
  for await (const { name, bytes: png, page } of drawnPictures({ bytes, mediaType: 'image/tiff' }, { pagesMax })) {
    const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
    found.push({ name, width: view.getUint32(16), height: view.getUint32(20), page });
  }
  return found;
}

describe('a TIFF', () => {
  it('gets a thumbnail and a picture of each page, which browsers show', async () => {
    expect(await drawn(tiff(1_000, 500))).toEqual([
      { name: THUMBNAIL_NAME, width: 333, height: 166, page: undefined },
      { name: 'generated/extracted_images_0.png', width: 1_000, height: 500, page: 0 },
    ]);
  });

  it('gets none where none are wanted, or it is damaged', async () => {
    expect(await drawn(tiff(100, 50), 0)).toEqual([]);
    expect(await drawn(tiff(100, 50).subarray(0, 60))).toEqual([]);
  });
});
