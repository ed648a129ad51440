import { membersOf } from '../../validation/answers.fixture';
import { required } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { accountPermissions } from './account-settings.dto';
import * as settings from './account-settings.operations';

const create = (body: unknown) => faults(settings.createAccount, { body });
const modify = (body: unknown) => faults(settings.modifyAccount, { body });
const file = `${__dirname}/account-settings.dto.ts`;

describe('settings of accounts', () => {
  it('are changed by owners; anyone sees the types, users make accounts and ask for slugs', () => {
    expect(routesOf(...Object.values(settings))).toEqual({
      'POST /accounts': '201 json; any of self; user pat',
      'PATCH /account/{account}': '200 null; AOWNER of account; user pat',
      'DELETE /account/{account}': '204 empty; AOWNER of account; user pat',
      'GET /account/{account}/status': '200 json; any of self; user pat',
      'GET /account/{account}/permissions': '200 json; AMEMBER or AOWNER of account; user pat',
      'GET /api/configuration/account_types': '200 json; any of nothing; none',
    });
  });

  it('are changed on a full disk, too, but no account is made there', () => {
    expect(conductOf(...Object.values(settings))).toEqual({
      'accounts.account.create': '10 s, needs room',
      'accounts.account.modify': '10 s',
      'accounts.account.delete': '10 s',
      'accounts.account.slug-status': '10 s',
      'accounts.account.permissions': '10 s',
      'accounts.account-type.list': '10 s',
    });
  });

  it('are a title and what has a default', () => {
    expect(received(settings.createAccount, { body: { title: 'Acme' } }).body).toEqual({
      title: 'Acme',
      workflow: 'classic',
      eula_accepted: false,
    });
    expect(create({})).toEqual([`body.title: ${required}`]);
    expect(create({ title: '' })).toHaveLength(1);
    expect(create({ title: text(257) })).toHaveLength(1);
    expect(create({ title: 'A', description: null, email: null, zone: null, slug: null })).toEqual([]);
  });

  it('have slugs of small letters, digits, hyphens and underscores', () => {
    for (const slug of ['a', 'acme_1', '0-x', text(63)])
      expect([slug, create({ title: 'A', slug })]).toEqual([slug, []]);
    for (const slug of ['', 'Acme', '-a', '_a', 'a b', text(64), 'ä', 7])
      expect([slug, create({ title: 'A', slug }).length]).toEqual([slug, 1]);
  });

  it('refuse an address that is none, another workflow, and what is no flag', () => {
    expect(create({ title: 'A', email: 'nobody' })).toHaveLength(1);
    for (const changes of [
      { workflow: 'other' },
      { eula_accepted: 'perhaps' },
      { slug: 'A' },
      { title: '' },
      { second_factor: 'yes' },
    ])
      expect([changes, modify(changes).length]).toEqual([changes, 1]);
    expect(modify({})).toEqual([]);
    for (const second_factor of ['optional', 'required', 'required_or_sso', null])
      expect(modify({ second_factor })).toEqual([]);
  });

  it('are deleted with six digits in a header, or none', () => {
    const remove = (code: string) => faults(settings.deleteAccount, { header: { 'x-otp-email': code } });
    expect(remove('012345')).toEqual([]);
    for (const code of ['12345', '1234567', '12345a']) expect(remove(code)).toHaveLength(1);
  });

  it('name an account twice where clients do', () => {
    expect(faults(settings.getAccountPermissions, { query: {} })).toEqual([`query.account_id: ${required}`]);
  });

  it('permit ten actions', () => {
    expect(accountPermissions).toHaveLength(10);
    expect(membersOf(file, 'AccountPermissions')).toBe('role, permissions');
  });
});
