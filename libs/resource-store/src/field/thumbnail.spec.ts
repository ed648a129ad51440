import type { FileFieldValue } from '@lectern/contracts/knowledge-box';
import { fieldOfThumbnail, isOwnPreview, isOwnThumbnail, thumbnailUri } from './thumbnail';

const target = { kbid: 'box', rid: 'r' };
const picture = (members: Partial<FileFieldValue['file']> = {}, external = false): FileFieldValue => ({
  added: '',
  language: '',
  password: '',
  extract_strategy: '',
  split_strategy: '',
  external,
  file: { uri: '/kb/box', size: 1, content_type: 'image/png', filename: 'a.png', md5: '', ...members },
});

describe('a thumbnail', () => {
  it('is the file itself where that is a small stored picture', () => {
    expect(isOwnThumbnail(picture(), 'image/png')).toBe(true);
    expect(isOwnThumbnail(picture({ size: 1024 ** 2 }), 'image/webp')).toBe(true);
    expect(isOwnThumbnail(picture({ size: 1024 ** 2 + 1 }), 'image/png')).toBe(false);
    expect(isOwnThumbnail(picture({ uri: '' }), 'image/png')).toBe(false);
    expect(isOwnThumbnail(picture({}, true), 'image/png')).toBe(false);
    for (const type of ['image/svg+xml', 'image/tiff', 'text/html', ''])
      expect([type, isOwnThumbnail(picture(), type)]).toEqual([type, false]);
    expect(isOwnThumbnail({ data: {} }, 'image/png')).toBe(false);
  });

  it('says by its address which field it comes from, unless a user chose it', () => {
    for (const letter of ['f', 'u'] as const) {
      const field = { letter, id: 'a' };
      expect(fieldOfThumbnail(target, thumbnailUri({ ...target, ...field }))).toEqual(field);
    }
    const foreign = thumbnailUri({ kbid: 'box', rid: 's', letter: 'f', id: 'a' });
    for (const other of ['', 'https://example.org/a.png', foreign])
      expect(fieldOfThumbnail(target, other)).toBeUndefined();
  });
});

describe('a preview', () => {
  it('is the file itself where browsers show it', () => {
    expect(isOwnPreview(picture(), 'image/png')).toBe(true);
    expect(isOwnPreview(picture({ size: 1024 ** 3 }), 'application/pdf')).toBe(true);
    expect(isOwnPreview(picture({ uri: '' }), 'application/pdf')).toBe(false);
    expect(isOwnPreview(picture({}, true), 'application/pdf')).toBe(false);
    expect(isOwnPreview(picture({ size: 1024 ** 3 }), 'image/png')).toBe(false);
    expect(isOwnPreview(picture(), 'text/html')).toBe(false);
  });
});
