import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
} from './service-account.operations';

const OWNS = 'SOWNER or AOWNER of kb; nua user pat';
const account = '/account/{account}/kb/{kbid}';
const created = (body: unknown) => faults(createServiceAccount, { body });
const keyed = (body: unknown) => faults(createServiceAccountKey, { body });

describe('service accounts', () => {
  it('are a plural collection with singular items, for owners and NUA keys of the account', () => {
    expect(
      routesOf(
        listServiceAccounts,
        createServiceAccount,
        deleteServiceAccount,
        createServiceAccountKey,
        deleteServiceAccountKey,
      ),
    ).toEqual({
      [`GET ${account}/service_accounts`]: `200 json; ${OWNS}`,
      [`POST ${account}/service_accounts`]: `201 json; ${OWNS}`,
      [`DELETE ${account}/service_account/{service_account_id}`]: `204 empty; ${OWNS}`,
      [`POST ${account}/service_account/{service_account_id}/keys`]: `201 json; ${OWNS}`,
      [`DELETE ${account}/service_account/{service_account_id}/key/{key_id}`]: `204 empty; ${OWNS}`,
    });
  });

  it('need no flag of a NUA key, and are managed from everywhere', () => {
    expect(
      conductOf(
        listServiceAccounts,
        createServiceAccount,
        deleteServiceAccount,
        createServiceAccountKey,
        deleteServiceAccountKey,
      ),
    ).toEqual({
      'kb.service-account.list': '10 s, management',
      'kb.service-account.create': '10 s, needs room, management',
      'kb.service-account.delete': '10 s, management',
      'kb.api-key.create': '10 s, needs room, management',
      'kb.api-key.delete': '10 s, management',
    });
  });

  it('are listed as a bare array, with their keys and without secrets', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'service-account.dto.ts'), name);
    expect(listServiceAccounts.http?.member).toBe('serviceAccounts');
    expect(answer('ServiceAccountRecord')).toBe('id, title, role, keys');
    expect(answer('ApiKeyRecord')).toBe('id, created, expires');
    expect(answer('ApiKeyCreated')).toBe('id, token, expires');
  });
});

describe('a new service account', () => {
  it.each(['SOWNER', 'SCONTRIBUTOR', 'SMEMBER'])('may have the role %s', (role) => {
    expect(received(createServiceAccount, { body: { title: 'Bot 😀', role, other: 1 } })).toEqual({
      body: { title: 'Bot 😀', role },
    });
  });

  it.each(['SWRITER', 'SREADER', 'READER', 'WRITER', 'OWNER', 'AOWNER', 'ROOT', 'smember', '', null, 7])(
    'has no role %j',
    (role) => {
      expect(created({ title: 'Bot', role })).toEqual([
        "body.role: Input should be 'SMEMBER', 'SCONTRIBUTOR' or 'SOWNER'",
      ]);
    },
  );

  it('has a title and a role', () => {
    expect(created({})).toEqual(['body.title: Field required', 'body.role: Field required']);
    expect(created({ title: '', role: 'SMEMBER' })).toEqual([expect.stringMatching(/^body\.title: /)]);
    expect(created({ title: null, role: 'SMEMBER' })).toEqual(['body.title: Input should be a valid string']);
    expect(beyond(2_048, (size) => created({ title: text(size), role: 'SMEMBER' }))).toEqual([
      'body.title: String should have at most 2048 characters',
    ]);
  });
});

describe('a new API key', () => {
  it.each([1_798_761_600, '1798761600', '2027-01-01T00:00:00', '2027-01-01T00:00:00+02:00', '2027-01-01'])(
    'may expire at %j, which the operation reads',
    (expires) => {
      expect(received(createServiceAccountKey, { body: { expires } })).toEqual({ body: { expires } });
    },
  );

  it('has an end', () => {
    expect(keyed({})).toEqual(['body.expires: Field required']);
    for (const expires of [null, true, [], {}, 1.5])
      expect([expires, keyed({ expires }).length > 0]).toEqual([expires, true]);
    expect(keyed(undefined)).toEqual(['body: Field required']);
  });

  it('may be refused for its end with a text of its own', () => {
    expect(createServiceAccountKey.fails?.invalid_request).toContain('1,095 days');
  });
});
