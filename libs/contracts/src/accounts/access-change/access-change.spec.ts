import { membersOf } from '../../validation/answers.fixture';
import { below } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { listAccessChanges } from './access-change.operations';

const file = `${__dirname}/access-change.dto.ts`;

describe('changes of access', () => {
  it('are asked for by zones', () => {
    expect(routesOf(listAccessChanges)).toEqual({
      'POST /peer/accounts.access-change.list': '200 json; any of nothing; peer',
    });
    expect(conductOf(listAccessChanges)).toEqual({ 'accounts.access-change.list': '5 s' });
  });

  it('begin after the last answer, or some seconds ago', () => {
    expect(received(listAccessChanges, { body: {} }).body).toEqual({});
    expect(received(listAccessChanges, { body: { after: 1_800_000_000_000 } }).body).toEqual({
      after: 1_800_000_000_000,
    });
    expect(faults(listAccessChanges, { body: { after: -1 } })).toEqual([`body.after: ${below(0)}`]);
  });

  it('name one object each, and say whether they are all', () => {
    expect(membersOf(file, 'AccessChange')).toBe('account?, user?, key?');
    expect(membersOf(file, 'AccessChangeList')).toBe('changes, is_complete, until');
  });
});
