import { AppError } from '../../core/errors';
import { faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { scimError, scimRefusal } from '../scim-messages';
import { scimSchema } from '../scim-schema';
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from './scim-user.operations';

const params = { account: 'a', id: 'i' };
const sent = (json: unknown) => createScimUser.http?.bodyOfJson?.(json);

describe('people by SCIM', () => {
  it('are the business of the identity provider of the account', () => {
    const at = '/account/{account}/scim/v2/Users';
    const who = 'any of account; scim';
    expect(
      routesOf(listScimUsers, createScimUser, getScimUser, replaceScimUser, patchScimUser, deleteScimUser),
    ).toEqual({
      [`GET ${at}`]: `200 json; ${who}`,
      [`POST ${at}`]: `201 json; ${who}`,
      [`GET ${at}/{id}`]: `200 json; ${who}`,
      [`PUT ${at}/{id}`]: `200 json; ${who}`,
      [`PATCH ${at}/{id}`]: `200 json; ${who}`,
      [`DELETE ${at}/{id}`]: `204 empty; ${who}`,
    });
  });

  it('are taken as identity providers write them', () => {
    const body = sent({
      USERNAME: 'ada',
      active: 'True',
      displayName: null,
      password: 'secret',
      emails: { value: 'ada@acme.example', primary: 'False' },
      [scimSchema.enterpriseUser.toUpperCase()]: { Manager: 'm', department: 'd' },
    });
    expect(received(createScimUser, { path: params, body }).body).toEqual({
      userName: 'ada',
      active: true,
      emails: [{ value: 'ada@acme.example', primary: false }],
      [scimSchema.enterpriseUser]: { manager: { value: 'm' }, department: 'd' },
    });
  });

  it('need a name, and have bounds', () => {
    const faultsOf = (body: unknown) => faults(createScimUser, { path: params, body });
    expect(faultsOf({ userName: 'a' })).toEqual([]);
    expect(faultsOf({})).toHaveLength(1);
    expect(faultsOf({ userName: text(257) })).toHaveLength(1);
    expect(faultsOf({ userName: 'a', emails: list(51, () => ({ value: 'x' })) })).toHaveLength(1);
    expect(faultsOf({ userName: 'a', active: 'perhaps' })).toHaveLength(1);
    expect(faults(patchScimUser, { path: params, body: { Operations: [] } })).toHaveLength(1);
    expect(faults(listScimUsers, { path: params, query: { sortBy: 'userName' } })).toHaveLength(1);
  });
});

describe('a refusal of SCIM', () => {
  it.each([
    [scimError('invalidFilter', 'x'), 400, 'invalidFilter'],
    [scimError('uniqueness', 'x', 'conflict'), 409, 'uniqueness'],
    [
      new AppError('invalid_request', 'x', { detail: [{ type: 'json_invalid', loc: [], msg: 'x' }] }),
      400,
      'invalidSyntax',
    ],
    [new AppError('invalid_request', 'x', { detail: [{ type: 'missing', loc: [], msg: 'x' }] }), 400, 'invalidValue'],
    [new AppError('not_found', 'x'), 404, undefined],
    [new AppError('forbidden', 'x'), 403, undefined],
  ])('has its status as text: %s', (error, status, scimType) => {
    const { body, ...answer } = scimRefusal(error);
    expect(answer).toEqual({ status, headers: { 'content-type': 'application/scim+json' } });
    expect(body).toEqual({
      schemas: [scimSchema.error],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: 'x',
    });
  });
});
