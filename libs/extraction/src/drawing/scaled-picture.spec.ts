import { colourPngOf } from '../extract/pdf/png';
import type { DrawnPicture } from './drawn-picture';
import { pictureSize } from '../extract/picture-size';
import { scaledPictures } from './scaled-picture';

/** Of noise, which does not pack, or of one colour. */
function pngPicture(width: number, height: number, isNoise = false): Uint8Array {
  const pixels = new Uint8Array(width * height * 4).fill(200);
  let seed = 1;
  if (isNoise)
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (seed = (seed * 48_271) % 2_147_483_647) & 0xff;
  return colourPngOf({ width, height, pixels });
}

async function all(values: AsyncIterable<DrawnPicture>): Promise<DrawnPicture[]> {
  const found: DrawnPicture[] = [];
  for await (const value of values) found.push(value);
  return found;
}

const mediaType = 'image/png';

describe('a picture', () => {
  it('is made smaller, and stands for itself where it is small', async () => {
    const bytes = pngPicture(1_000, 500);
    const [thumbnail, picture] = await all(scaledPictures(bytes, { mediaType, owner: 'link' }));
    expect([thumbnail?.name, pictureSize(thumbnail?.bytes ?? bytes)]).toEqual([
      'link_thumbnail',
      { width: 400, height: 200 },
    ]);
    expect([picture?.name, picture?.bytes]).toEqual(['link_image', bytes]);
  });

  it('of more bytes is shown in fewer pixels', async () => {
    const bytes = pngPicture(1_600, 400, true);
    const found = await all(scaledPictures(bytes, { mediaType, owner: 'file' }));
    expect(found.map(({ name, bytes: own }) => [name, pictureSize(own)])).toEqual([
      ['file_thumbnail', { width: 400, height: 100 }],
      ['file_preview', { width: 1_400, height: 350 }],
    ]);
  });

  it('that is small already does not grow', async () => {
    const found = await all(scaledPictures(pngPicture(30, 20), { mediaType: 'image/png', owner: 'link' }));
    expect(found.map(({ bytes }) => pictureSize(bytes))).toEqual(Array(2).fill({ width: 30, height: 20 }));
  });

  it('of too many pixels is not opened', async () => {
    const bomb = Buffer.from(pngPicture(40, 40));
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    expect(await all(scaledPictures(bomb, { mediaType, owner: 'file' }))).toEqual([]);
  });

  it('that is damaged is refused', async () => {
    const cut = pngPicture(1_000, 500).subarray(0, 60);
    await expect(all(scaledPictures(cut, { mediaType, owner: 'file' }))).rejects.toBeDefined();
  });
});

describe('the size of a picture', () => {
  const sizeOf = (bytes: readonly number[]) => pictureSize(Buffer.concat([Buffer.from(bytes), Buffer.alloc(32)]));
  const riff = [...Buffer.from('RIFF\0\0\0\0WEBP')];

  it('is what its head says', () => {
    expect(sizeOf([...Buffer.from('GIF89a'), 7, 0, 5, 0])).toEqual({ width: 7, height: 5 });
    expect(sizeOf([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 5, 0, 7])).toEqual({ width: 7, height: 5 });
    expect(sizeOf([...Buffer.from('BM'), ...Array(16).fill(0), 7, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff])).toEqual({
      width: 7,
      height: 5,
    });
    expect(sizeOf([...riff, ...Buffer.from('VP8X'), ...Array(8).fill(0), 6, 0, 0, 4, 0, 0])).toEqual({
      width: 7,
      height: 5,
    });
    expect(sizeOf([...riff, ...Buffer.from('VP8 '), ...Array(10).fill(0), 7, 0, 5, 0])).toEqual({
      width: 7,
      height: 5,
    });
    expect(sizeOf([...riff, ...Buffer.from('VP8L'), 0, 0, 0, 0, 0x2f, 6, 0, 1, 0])).toEqual({ width: 7, height: 5 });
    expect(sizeOf([...Buffer.from('none of them')])).toBeUndefined();
    expect(pictureSize(new Uint8Array(3))).toBeUndefined();
  });
});
