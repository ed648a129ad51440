import { required } from '../../validation/members.fixture';
import { faults, routesOf } from '../../validation/requests.fixture';
import { followMagicLink } from './magic-link.operations';

describe('the link of a mail', () => {
  it('is used by anyone who has it', () => {
    expect(routesOf(followMagicLink)).toEqual({ 'POST /api/auth/magic': '200 json; any of nothing; none' });
    expect(faults(followMagicLink, { query: { token: 't' } })).toEqual([]);
    expect(faults(followMagicLink, {})).toEqual([`query.token: ${required}`]);
  });
});
