import { storedInNamed, storedInNew, storedWhenFinished } from './stored-content';

const rid = '0f'.repeat(16);

describe('the resource that content was stored in', () => {
  it('is the new one that the answer names', () => {
    expect(storedInNew({ uuid: rid })).toEqual({ rid });
  });

  it('is the one that the path names, by id or by slug', () => {
    expect(storedInNamed(undefined, { kbid: 'k', rid })).toEqual({ rid });
    expect(storedInNamed(undefined, { kbid: 'k', rslug: 'tides' })).toEqual({ rslug: 'tides' });
    expect(storedInNamed(undefined, { kbid: 'k' })).toEqual({});
  });

  it('is known of a resumable upload when it is complete', () => {
    expect(storedWhenFinished({})).toBeUndefined();
    expect(storedWhenFinished({ finished: { resource: `/kb/k/resources/${rid}` } })).toEqual({ rid });
  });
});
