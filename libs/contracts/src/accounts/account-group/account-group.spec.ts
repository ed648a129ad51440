import { membersOf } from '../../validation/answers.fixture';
import { routesOf } from '../../validation/requests.fixture';
import { listAccountGroupMembers, listAccountGroups } from './account-group.operations';

const file = `${__dirname}/account-group.dto.ts`;

describe('groups of an account', () => {
  it('are shown to its owners', () => {
    expect(routesOf(listAccountGroups, listAccountGroupMembers)).toEqual({
      'GET /account/{account}/groups': '200 json; AOWNER of account; user pat',
      'GET /account/{account}/group/{group_id}/users': '200 json; AOWNER of account; user pat',
    });
    expect([listAccountGroups.http?.member, listAccountGroupMembers.http?.member]).toEqual(['groups', 'users']);
  });

  it('have a name and people, some of whom may have no access', () => {
    expect(membersOf(file, 'AccountGroup')).toBe('id, name, external_id|null, members, modified');
    expect(membersOf(file, 'AccountGroupMember')).toBe('id, name, email, active');
  });
});
