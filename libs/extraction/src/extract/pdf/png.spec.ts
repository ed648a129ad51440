import { inflateSync } from 'node:zlib';
import { colourPngOf, pngOf, turnedPicture } from './png';

const picture = { width: 3, height: 2, pixels: new Uint8Array([1, 2, 3, 4, 5, 6]) };

describe('a picture', () => {
  it('is written as lines of a PNG', () => {
    const png = Buffer.from(pngOf(picture));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3, 2]);
    const at = png.indexOf('IDAT');
    const packed = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
    expect([...inflateSync(packed)]).toEqual([0, 1, 2, 3, 0, 4, 5, 6]);
  });

  it('has its colours', () => {
    const pixels = new Uint8Array([1, 2, 3, 255, 4, 5, 6, 255]);
    const png = Buffer.from(colourPngOf({ width: 1, height: 2, pixels }));
    const at = png.indexOf('IDAT');
    const packed = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
    expect([...inflateSync(packed)]).toEqual([0, 1, 2, 3, 0, 4, 5, 6]);
  });

  it('is turned by quarters', () => {
    expect(turnedPicture(picture, 90)).toEqual({ width: 2, height: 3, pixels: new Uint8Array([4, 1, 5, 2, 6, 3]) });
    expect(turnedPicture(picture, 180)).toEqual({ width: 3, height: 2, pixels: new Uint8Array([6, 5, 4, 3, 2, 1]) });
    expect(turnedPicture(picture, -90)).toEqual({ width: 2, height: 3, pixels: new Uint8Array([3, 6, 2, 5, 1, 4]) });
    expect(turnedPicture(turnedPicture(picture, 90), 270)).toEqual(picture);
  });
});
