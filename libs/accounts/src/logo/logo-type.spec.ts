import { logoTypeOf } from './logo-type';

const typeOf = (hex: string) => logoTypeOf(Buffer.from(hex, 'hex'));

describe('the type of a logo', () => {
  it.each([
    ['89504e470d0a1a0a0000000d', 'image/png'],
    ['ffd8ffe000104a4649460001', 'image/jpeg'],
    ['474946383961010001008000', 'image/gif'],
    ['5249464624000000574542505650', 'image/webp'],
  ])('is what its first bytes %s say', (hex, type) => {
    expect(typeOf(hex)).toBe(type);
  });

  it('is none for anything else: a script, a sound, a page, a beginning, nothing', () => {
    for (const text of ['<svg onload="x()">', '<html>', 'RIFF....WAVE', 'GIF', ''])
      expect(logoTypeOf(Buffer.from(text))).toBeUndefined();
  });
});
