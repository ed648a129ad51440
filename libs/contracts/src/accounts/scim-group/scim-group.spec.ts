import { faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './scim-group.operations';

const params = { account: 'a', id: 'i' };

describe('groups by SCIM', () => {
  it('are the business of the identity provider of the account', () => {
    const at = '/account/{account}/scim/v2/Groups';
    const who = 'any of account; scim';
    const all = [listScimGroups, createScimGroup, getScimGroup, replaceScimGroup, patchScimGroup, deleteScimGroup];
    expect(routesOf(...all)).toEqual({
      [`GET ${at}`]: `200 json; ${who}`,
      [`POST ${at}`]: `201 json; ${who}`,
      [`GET ${at}/{id}`]: `200 json; ${who}`,
      [`PUT ${at}/{id}`]: `200 json; ${who}`,
      [`PATCH ${at}/{id}`]: `204 empty; ${who}`,
      [`DELETE ${at}/{id}`]: `204 empty; ${who}`,
    });
  });

  it('have a name, and at most 10,000 people', () => {
    const faultsOf = (body: unknown) => faults(createScimGroup, { path: params, body });
    const people = (count: number) => list(count, () => ({ value: 'x' }));
    expect(faultsOf({ displayName: 'a', members: people(10_000) })).toEqual([]);
    expect(faultsOf({ displayName: 'a', members: people(10_001) })).toHaveLength(1);
    expect([faultsOf({}), faultsOf({ displayName: text(257) })].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('are changed by operations in any case', () => {
    const body = patchScimGroup.http?.bodyOfJson?.({ operations: [{ Op: 'Add', PATH: 'members', value: ['x'] }] });
    expect(received(patchScimGroup, { path: params, body }).body).toEqual({
      Operations: [{ op: 'Add', path: 'members', value: ['x'] }],
    });
  });
});
