import type { FieldData } from '@lectern/contracts/knowledge-box';
import { paragraphPictures, thumbnailOf } from './paragraph-pictures';

const rid = 'a'.repeat(32);
const link = (uri: string) => ({ uri, size: 1, content_type: 'image/png', filename: '', md5: '' });
const files = (data: FieldData) => ({ [rid]: { id: rid, data: { files: { scan: data } } } });
const paragraph = { id: `${rid}/f/scan/0-9`, kind: 'TEXT' as const, page: 1 };
const pages = { file_pages_previews: { pages: [link('/one'), link('/two')] }, file_thumbnail: link('/small') };

describe('pictures of a paragraph', () => {
  it('are that of its page, of a table, too', () => {
    const of = files({ extracted: { file: pages } });
    expect(paragraphPictures(paragraph, of)).toEqual({ page: '/two' });
    expect(paragraphPictures({ ...paragraph, isTable: true }, of)).toEqual({ page: '/two', tablePage: '/two' });
    expect(paragraphPictures({ ...paragraph, kind: 'OCR' }, of)).toEqual({ page: '/two', source: '/two' });
    expect(paragraphPictures({ ...paragraph, page: 2 }, of)).toEqual({});
    expect(thumbnailOf(of, `${rid}/f/scan`)).toBe('/small');
  });

  it('are the file itself when its text was read from a picture', () => {
    const value = {
      added: '',
      language: '',
      password: '',
      external: false,
      extract_strategy: '',
      split_strategy: '',
      file: link('/picture'),
    };
    expect(paragraphPictures({ ...paragraph, kind: 'OCR', page: 0 }, files({ value }))).toEqual({ source: '/picture' });
    expect(paragraphPictures({ ...paragraph, page: 0 }, files({ value }))).toEqual({});
  });

  it('are none where no file is', () => {
    expect(paragraphPictures(paragraph, {})).toEqual({});
    expect(paragraphPictures({ ...paragraph, id: `${rid}/t/body/0-9` }, files({}))).toEqual({});
    expect(thumbnailOf({}, `${rid}/f/scan`)).toBeUndefined();
  });
});
