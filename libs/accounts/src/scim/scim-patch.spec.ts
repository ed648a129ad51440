import { scimSchema, type ScimOperation, wholeUser } from '@lectern/contracts/accounts';
import { AppError, memberNamed } from '@lectern/contracts/core';
import { patched, type PatchedResource, readPatch } from './scim-patch';

const enterprise = scimSchema.enterpriseUser;
const ada: PatchedResource = {
  userName: 'ada@acme.example',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [
    { value: 'ada@acme.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  [enterprise]: { department: 'Engines', manager: { value: 'm1' } },
};

const apply = (...Operations: readonly ScimOperation[]) =>
  patched(ada, readPatch({ schemas: [scimSchema.patch], Operations }, wholeUser));
const refusal = (...Operations: readonly ScimOperation[]): unknown => {
  try {
    return apply(...Operations);
  } catch (error) {
    return error instanceof AppError ? memberNamed(error.details.detail, 'scimType') : error;
  }
};

describe('changes of a person that Entra ID sends', () => {
  it.each<[string, ScimOperation, PatchedResource]>([
    ['end an access, with a text', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'end an access, as a list',
      { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] },
      { active: false },
    ],
    [
      'name the schema',
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'A' },
      { displayName: 'A' },
    ],
    [
      'replace a part of a value of a list',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@acme.example' },
      {
        emails: [
          { value: 'b@acme.example', type: 'work', primary: true },
          { value: 'ada@home.example', type: 'home' },
        ],
      },
    ],
    [
      'add a value to a list that has none of its kind',
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 1' },
      { phoneNumbers: [{ type: 'mobile', value: '+49 1' }] },
    ],
    [
      'replace a value that is not there',
      { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'London' },
      { addresses: [{ type: 'work', locality: 'London' }] },
    ],
    [
      'set a role, with a flag as text',
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Admin' },
      { roles: [{ primary: true, value: 'Admin' }] },
    ],
    [
      'set a part of a name',
      { op: 'Add', path: 'name.givenName', value: 'Augusta' },
      { name: { givenName: 'Augusta', familyName: 'Lovelace' } },
    ],
    [
      'set an attribute of the extension',
      { op: 'Replace', path: `${enterprise}:department`, value: 'Sales' },
      { [enterprise]: { department: 'Sales', manager: { value: 'm1' } } },
    ],
    [
      'set a manager by id',
      { op: 'Add', path: `${enterprise}:manager`, value: 'm2' },
      { [enterprise]: { department: 'Engines', manager: { value: 'm2' } } },
    ],
    ['remove a manager', { op: 'Remove', path: `${enterprise}:manager` }, { [enterprise]: { department: 'Engines' } }],
    [
      'set several attributes without a path',
      {
        op: 'Replace',
        value: {
          active: 'True',
          'name.givenName': 'A',
          [`${enterprise}:department`]: 'Ops',
          'emails[type eq "home"].value': 'h',
        },
      },
      {
        name: { givenName: 'A', familyName: 'Lovelace' },
        [enterprise]: { department: 'Ops', manager: { value: 'm1' } },
        emails: [
          { value: 'ada@acme.example', type: 'work', primary: true },
          { value: 'h', type: 'home' },
        ],
      },
    ],
  ])('%s', (_, operation, changed) => {
    expect(apply(operation)).toEqual({ ...ada, ...changed });
  });
});

describe('changes of a person that Okta sends', () => {
  it.each<[string, ScimOperation, PatchedResource]>([
    ['end an access', { op: 'replace', value: { active: false } }, { active: false }],
    [
      'have an id and a password, which stay as they are',
      { op: 'replace', value: { id: 'other', password: 'secret', nickName: 'A' } },
      { nickName: 'A' },
    ],
    ['write names in any case', { op: 'REPLACE', value: { DisplayName: 'A' } }, { displayName: 'A' }],
  ])('%s', (_, operation, changed) => {
    expect(apply(operation)).toEqual({ ...ada, ...changed });
  });
});

describe('changes of a person by the RFC', () => {
  it('merge lists when they add, and keep one primary value', () => {
    const { emails } = apply({ op: 'add', path: 'emails', value: [{ value: 'new', type: 'work', primary: true }] });
    expect(emails).toEqual([
      { value: 'ada@acme.example', type: 'work' },
      { value: 'ada@home.example', type: 'home' },
      { value: 'new', type: 'work', primary: true },
    ]);
    const again = { op: 'add', path: 'emails', value: { value: 'ada@home.example', type: 'home' } };
    expect(apply(again, again)['emails']).toHaveLength(2);
  });

  it('remove attributes, values of lists, and parts', () => {
    expect(apply({ op: 'remove', path: 'emails[type eq "home"]' })['emails']).toHaveLength(1);
    expect(apply({ op: 'remove', path: 'emails' })).not.toHaveProperty('emails');
    expect(apply({ op: 'remove', path: 'name.familyName' })['name']).toEqual({ givenName: 'Ada' });
    expect(apply({ op: 'replace', path: 'name' })).not.toHaveProperty('name');
  });

  it('leave the resource as it was', () => {
    const before = JSON.stringify(ada);
    apply({ op: 'replace', path: 'emails[type eq "work"].value', value: 'x' }, { op: 'remove', path: 'name' });
    expect(JSON.stringify(ada)).toBe(before);
  });

  it.each<[string, ScimOperation]>([
    ['invalidSyntax', { op: 'move', path: 'title' }],
    ['invalidPath', { op: 'replace', path: 'nothing', value: 1 }],
    ['invalidPath', { op: 'add', path: '__proto__.polluted', value: 1 }],
    ['invalidPath', { op: 'add', path: 'constructor.prototype.polluted', value: 1 }],
    ['invalidPath', { op: 'replace', path: 'name[givenName eq "x"].familyName', value: 1 }],
    ['invalidPath', { op: 'replace', path: 'emails[type eq "work"].nothing', value: 1 }],
    ['invalidFilter', { op: 'replace', path: 'emails[type eq].value', value: 1 }],
    ['invalidFilter', { op: 'remove', path: `emails[${'('.repeat(900)}type pr${')'.repeat(900)}]` }],
    ['mutability', { op: 'replace', path: 'groups', value: [] }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[value co "nobody"].type', value: 'x' }],
    ['invalidValue', { op: 'replace', value: 'x' }],
    ['invalidValue', { op: 'add', path: 'title' }],
  ])('are refused with %s: %j', (kind, operation) => {
    expect(refusal(operation)).toBe(kind);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
