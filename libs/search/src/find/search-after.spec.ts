import { readSearchAfter, searchAfterToken } from './search-after';

const paged = { kbid: 'box', query: 'moon' };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('a token of a find', () => {
  it.each([{ skip: [] }, { after: { id: 'a/t/b/0-9', place: 3 }, skip: ['c/t/d/0-1'] }])(
    'holds the cursor %j',
    (cursor) => {
      expect(readSearchAfter(searchAfterToken(cursor, paged), paged)).toEqual(cursor);
    },
  );

  it('belongs to its query and box', () => {
    const token = searchAfterToken({ skip: [] }, paged);
    for (const other of [{ query: 'sun' }, { kbid: 'other' }])
      expect(() => readSearchAfter(token, { ...paged, ...other })).toThrow('token of another query');
  });

  it.each(['x', base64(null), base64([]), base64({ of: 'a' }), base64({ of: 'a', skip: [1] }), base64({ of: 1 })])(
    'is refused when it is %j',
    (token) => {
      expect(() => readSearchAfter(token, paged)).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          details: { detail: [expect.objectContaining({ loc: ['body', 'search_after'] })] },
        }),
      );
    },
  );
});
