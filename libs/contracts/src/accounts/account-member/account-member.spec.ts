import { required } from '../../validation/members.fixture';
import { conductOf, faults, list, routesOf } from '../../validation/requests.fixture';
import * as members from './account-member.operations';

const ID = '00000000-0000-4000-8000-000000000001';
const { removeFormerMembers: former, ...operations } = members;
const update = (body: unknown) => faults(members.updateAccountMembers, { body });

describe('users of an account', () => {
  it('see each other; who changes more than to leave is looked at later', () => {
    expect(routesOf(...Object.values(operations))).toEqual({
      'GET /account/{account}/users': '200 json; AMEMBER or AOWNER of account; user pat',
      'GET /account/{account}/users/search': '200 json; AMEMBER or AOWNER of account; user pat',
      'GET /account/{account}/user/{user_id}': '200 json; AMEMBER or AOWNER of account; user pat',
      'PATCH /account/{account}/users': '204 empty; AMEMBER or AOWNER of account; user pat',
    });
    expect(new Set(Object.values(conductOf(...Object.values(operations))))).toEqual(new Set(['10 s']));
    expect(former).toMatchObject({ name: 'removeFormerMembers', worksWithoutRoom: true });
  });

  it('are changed by lists of at most 1,000, either of which may be left out', () => {
    for (const body of [{}, { add: null, delete: null }, { add: [{ id: ID, role: 'AOWNER' }] }, { delete: [ID] }])
      expect([body, update(body)]).toEqual([body, []]);
    expect(update({ add: list(1_001, () => ({ id: ID, role: 'AMEMBER' })) })).toHaveLength(1);
    expect(update({ delete: list(1_001, () => ID) })).not.toEqual([]);
  });

  it('are named by id, and have a role in the account', () => {
    expect(update({ add: [{ id: 'ada', role: 'AMEMBER' }] })).toHaveLength(1);
    expect(update({ add: [{ id: ID, role: 'SOWNER' }] })).toHaveLength(1);
    expect(update({ add: [{ id: ID }] })).toEqual([`body.add.0.role: ${required}`]);
    expect(update({ delete: ['ada'] })).toHaveLength(1);
  });

  it('are searched for by a text', () => {
    expect(faults(members.searchAccountMembers, { query: {} })).toEqual([`query.query: ${required}`]);
    expect(faults(members.searchAccountMembers, { query: { query: '' } })).toHaveLength(1);
  });
});
