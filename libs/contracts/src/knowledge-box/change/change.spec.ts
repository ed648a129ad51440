import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { listChanges, removeOldChanges } from './change.operations';

const asked = (query: object) => faults(listChanges, { query });

describe('the feed of changes', () => {
  it('is for callers with a role on the box: guests get nothing', () => {
    expect(routesOf(listChanges)).toEqual({ 'GET /kb/{kbid}/changes': '200 json; READER of kb; sa user pat' });
  });

  it('may keep a request for longer than the longest wait', () => {
    expect(conductOf(listChanges)).toEqual({ 'kb.change.list': '40 s' });
    expect(asked({ wait_s: '30' })).toEqual([]);
  });

  it('begins with the oldest change, 100 at a time, without waiting', () => {
    expect(received(listChanges, {})).toEqual({ query: { limit: 100, wait_s: 0, steps: false } });
    expect(received(listChanges, { query: { from: 'end', limit: '1', wait_s: '5', steps: 'yes' } })).toEqual({
      query: { from: 'end', limit: 1, wait_s: 5, steps: true },
    });
  });

  it.each([
    [{ limit: '0' }, 'query.limit: Input should be greater than or equal to 1'],
    [{ limit: '1001' }, 'query.limit: Input should be less than or equal to 1000'],
    [{ wait_s: '-1' }, 'query.wait_s: Input should be greater than or equal to 0'],
    [{ wait_s: '31' }, 'query.wait_s: Input should be less than or equal to 30'],
    [{ wait_s: '1.5' }, 'query.wait_s: Input should be a valid integer, unable to parse string as an integer'],
    [{ from: 'now' }, "query.from: Input should be 'start' or 'end'"],
    [{ cursor: '' }, "query.cursor: String should match pattern '^[0-9a-z]{1,12}$'"],
    [{ cursor: 'A' }, "query.cursor: String should match pattern '^[0-9a-z]{1,12}$'"],
    [{ cursor: '0'.repeat(13) }, "query.cursor: String should match pattern '^[0-9a-z]{1,12}$'"],
    [{ steps: 'all' }, 'query.steps: Input should be a valid boolean, unable to interpret input'],
    [{ cursor: 'abc', from: 'end' }, 'query: Value error, a cursor already says where to continue: leave out `from`'],
  ])('refuses %j', (query, fault) => {
    expect(asked(query)).toEqual([fault]);
  });

  it('answers with a cursor in any case', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'change.dto.ts'), name);
    expect(answer('ChangePage')).toBe('changes, cursor, has_more, kept_days');
    expect(answer('ResourceChange')).toBe('resource_id, operation, by, at');
  });

  it('says that changes are gone, instead of leaving them out', () => {
    expect(Object.keys(listChanges.fails ?? {}).sort()).toEqual(['forbidden', 'precondition_failed', 'rate_limited']);
  });

  it('is cut while the disk is full, too', () => {
    expect(removeOldChanges).toMatchObject({ name: 'removeOldChanges', worksWithoutRoom: true });
  });
});
