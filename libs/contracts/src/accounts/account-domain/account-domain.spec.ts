import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import * as domains from './account-domain.operations';

const file = `${__dirname}/account-domain.dto.ts`;

describe('domains of an account', () => {
  it('are proved by its owners, or confirmed by who runs the deployment', () => {
    expect(routesOf(...Object.values(domains))).toEqual({
      'GET /account/{account}/domains': '200 json; AOWNER of account; user pat',
      'POST /account/{account}/domain/{domain}/verify': '200 json; AOWNER of account; user pat',
      'POST /api/manage/@account/{account}/domain/{domain}/confirm': '200 json; ROOT of nothing; user pat',
    });
    expect(conductOf(domains.verifyAccountDomain)).toEqual({ 'accounts.domain.verify': '20 s, needs room' });
  });

  it('show the record that proves them, and whether they are proved', () => {
    expect(membersOf(file, 'AccountDomain')).toBe('domain, verified|null, verified_by|null, record');
    expect(membersOf(file, 'DomainRecord')).toBe('name, value');
  });

  it('are named as mail domains are', () => {
    const verify = (domain: string) => faults(domains.verifyAccountDomain, { path: { account: 'acme', domain } });
    for (const domain of ['acme.example', 'A.b.Example']) expect(verify(domain)).toEqual([]);
    for (const domain of ['acme', 'a b.example', '-a.example', '_dmarc.example'])
      expect([domain, verify(domain).length]).toEqual([domain, 1]);
  });
});
