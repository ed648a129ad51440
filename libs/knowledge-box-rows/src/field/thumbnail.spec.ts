import type { FileFieldValue } from '@lectern/contracts/knowledge-box';
import { fieldOfThumbnail, isOwnThumbnail, thumbnailUri } from './thumbnail';

const target = { kbid: 'box', rid: 'r' };
const picture = (members: Partial<FileFieldValue['file']> = {}, external = false): FileFieldValue => ({
  ...{ added: '', language: '', password: '', extract_strategy: '', split_strategy: '', external },
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
    expect(fieldOfThumbnail(target, thumbnailUri({ ...target, fieldId: 'a' }))).toBe('a');
    for (const other of ['', 'https://example.org/a.png', thumbnailUri({ kbid: 'box', rid: 's', fieldId: 'a' })])
      expect(fieldOfThumbnail(target, other)).toBeUndefined();
  });
});
