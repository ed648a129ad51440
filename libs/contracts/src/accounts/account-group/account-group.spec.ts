import { membersOf } from '../../validation/answers.fixture';
import { routesOf } from '../../validation/requests.fixture';
import { faults, list, text } from '../../validation/requests.fixture';
import * as groups from './account-group.operations';

const { createAccountGroup, listAccountGroupMembers, listAccountGroups, updateAccountGroupMembers } = groups;
const ID = '00000000-0000-4000-8000-000000000001';

const file = `${__dirname}/account-group.dto.ts`;

describe('groups of an account', () => {
  it('are shown to its owners, who make and change them', () => {
    expect(routesOf(...Object.values(groups))).toEqual({
      'GET /account/{account}/groups': '200 json; AOWNER of account; user pat',
      'GET /account/{account}/group/{group_id}/users': '200 json; AOWNER of account; user pat',
      'POST /account/{account}/groups': '201 json; AOWNER of account; user pat',
      'PATCH /account/{account}/group/{group_id}': '204 empty; AOWNER of account; user pat',
      'DELETE /account/{account}/group/{group_id}': '204 empty; AOWNER of account; user pat',
      'PATCH /account/{account}/group/{group_id}/users': '204 empty; AOWNER of account; user pat',
    });
    expect([listAccountGroups.http?.member, listAccountGroupMembers.http?.member]).toEqual(['groups', 'users']);
  });

  it('have a name of 1 to 256 characters, of which not all are spaces', () => {
    for (const name of ['a', ' Chefs ', text(256)]) expect(faults(createAccountGroup, { body: { name } })).toEqual([]);
    for (const name of ['', '  ', 'a\0', text(257), 7])
      expect([name, faults(createAccountGroup, { body: { name } }).length]).toEqual([name, 1]);
  });

  it('are changed by lists of at most 1,000 ids, either of which may be left out', () => {
    const update = (body: unknown) => faults(updateAccountGroupMembers, { body });
    for (const body of [{}, { add: null }, { add: [ID], delete: [ID] }]) expect(update(body)).toEqual([]);
    expect(update({ add: ['ada'] })).toHaveLength(1);
    expect(update({ delete: list(1_001, () => ID) })).not.toEqual([]);
  });

  it('have a name and people, some of whom may have no access', () => {
    expect(membersOf(file, 'AccountGroup')).toBe('id, name, origin, external_id|null, members, modified');
    expect(membersOf(file, 'AccountGroupMember')).toBe('id, name, email, active');
  });
});
