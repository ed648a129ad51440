import { imageType } from './image-type';

const bytes = (...values: readonly (number | string)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from([value]))),
  );

describe('an image', () => {
  it.each([
    ['image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\nrest')],
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['image/gif', bytes('GIF89a')],
    ['image/webp', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    [undefined, bytes('RIFF', 1, 2, 3, 4, 'WAVE')],
    [undefined, bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [undefined, bytes('%PDF-1.7')],
    [undefined, bytes(0x89, 'PNG')],
    [undefined, bytes()],
  ])('of the type %s is known by its first bytes', (type, content) => {
    expect(imageType(content)).toBe(type);
  });
});
