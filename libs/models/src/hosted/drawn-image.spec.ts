import { drawnImage } from './drawn-image';

const file = (mediaType: string, data: string | Uint8Array) =>
  ({ type: 'file', mediaType, data: { type: 'data', data } }) as const;

describe('an image that a model drew', () => {
  it('is its media type and its bytes, however the provider sends them', () => {
    expect(drawnImage(file('image/png', 'iVBO'))).toEqual({ contentType: 'image/png', base64: 'iVBO' });
    expect(drawnImage(file('image/webp', Buffer.from('iVBO', 'base64')))).toEqual({
      contentType: 'image/webp',
      base64: 'iVBO',
    });
  });

  it.each([
    ['a file that is no image', file('text/html', 'iVBO'), 'no image'],
    ['a media type with more in it', file('image/png; x="\n"', 'iVBO'), 'no image'],
    ['over 20 MB', file('image/png', 'A'.repeat(26_666_672)), 'more than 20 MB'],
    [
      'an address',
      { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('http://a/') } } as const,
      'address',
    ],
  ])('is refused when it is %s', (_, part, reason) => {
    expect(() => drawnImage(part)).toThrow(reason);
  });
});
