import {
  type AccountDomain,
  confirmAccountDomain,
  listAccountDomains,
  modifyAccount,
  verifyAccountDomain,
} from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { AuditEventEntity } from '../audit-log/audit-event.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { insertAccount } from '../saml-settings/account.fixture';
import { samlKeys } from '../saml-settings/saml-keys.fixture';
import { SamlSettings } from '../saml-settings/saml-settings';
import { NameServer } from './name-server.fixture';

describe('a mail domain that an account declares', () => {
  let host: AccountsHost;
  let names: NameServer;
  let root: Principal;
  let account: string;
  let other: string;

  const declare = (id: string, ...domains: string[]) => {
    const facts = {
      sso_url: 'https://idp.example/sso',
      entity_id: 'https://idp.example',
      authn_context: 'exact',
    } as const;
    const saml_config = { ...facts, domains, x509_cert: samlKeys.idp.certificate };
    return host.bus.request(modifyAccount, { params: { account: id }, body: { saml_config } }, { principal: root });
  };
  const domainsOf = async (id: string): Promise<readonly AccountDomain[]> =>
    (await host.bus.request(listAccountDomains, { params: { account: id } }, { principal: root })).domains;
  const verify = (id: string, domain: string) =>
    host.bus.request(verifyAccountDomain, { params: { account: id, domain } }, { principal: root });
  const confirm = (id: string, domain: string) =>
    host.bus.request(confirmAccountDomain, { params: { account: id, domain } }, { principal: root });
  const publish = async (id: string, wanted: string) => {
    const { record } = (await domainsOf(id)).find(({ domain }) => domain === wanted) ?? {};
    names.records.set(record?.name ?? '', ['v=spf1 -all', record?.value ?? '']);
  };
  const ownerOf = (domain: string) => host.run((tx) => host.get(SamlSettings).accountOf(domain, tx));

  beforeAll(async () => {
    names = await NameServer.start();
    host = await AccountsHost.start({ DOMAIN_NAME_SERVERS: names.address });
    root = await host.root();
    account = await insertAccount(host, 'acme');
    other = await insertAccount(host, 'other');
  });
  afterAll(async () => {
    await host.close();
    await names.close();
  });

  it('claims nobody at first, and has a record of its own that would prove it', async () => {
    await Promise.all([declare(account, 'acme.example', 'B.example'), declare(other, 'acme.example')]);
    const [mine, second] = await domainsOf(account);
    expect(mine).toMatchObject({ domain: 'acme.example', verified: null, verified_by: null });
    expect(mine?.record.name).toBe('_lectern-challenge.acme.example');
    expect(mine?.record.value).toMatch(/^lectern-domain-verification=[0-9a-f]{32}$/);
    const [theirs] = await domainsOf(other);
    expect(new Set([mine, second, theirs].map((one) => one?.record.value)).size).toBe(3);
    expect(await ownerOf('acme.example')).toBeUndefined();
    expect(await host.run((tx) => host.get(SamlSettings).isUsed(tx))).toBe(false);
  });

  it('is not proved by a missing record, nor by that of another account', async () => {
    expect(await refusalOf(verify(account, 'acme.example'))).toMatch('precondition_failed: There is no TXT record');
    await publish(other, 'acme.example');
    expect(await refusalOf(verify(account, 'acme.example'))).toMatch(
      'precondition_failed: No TXT record has the right',
    );
    expect(await refusalOf(verify(account, 'c.example'))).toMatch('not_found');
  });

  it('belongs to the account once its record is there, among others', async () => {
    await publish(account, 'acme.example');
    expect(await verify(account, 'ACME.example')).toMatchObject({ domain: 'acme.example', verified_by: 'dns' });
    expect(await ownerOf('Acme.Example')).toBe(account);
    expect(await ownerOf('b.example')).toBeUndefined();
    const where = { accountId: account, action: 'domain_verified' } as const;
    const acts = await host.run((tx) => tx.findBy(AuditEventEntity, where));
    expect(acts).toMatchObject([{ actorId: root.id, details: { domain: 'acme.example', by: 'dns' } }]);
  });

  it('stays proved when the record goes, and while the account keeps it', async () => {
    names.records.clear();
    expect(await verify(account, 'acme.example')).toMatchObject({ verified_by: 'dns' });
    const [before] = await domainsOf(account);
    await declare(account, 'c.example', 'acme.example');
    const [first, second] = await domainsOf(account);
    expect([first?.verified, second]).toEqual([null, before]);
  });

  it('is not taken by another account: neither declared, nor verified when it was declared before', async () => {
    await publish(other, 'acme.example');
    expect(await refusalOf(verify(other, 'acme.example'))).toMatch('conflict: Another account');
    expect(await refusalOf(confirm(other, 'acme.example'))).toMatch('conflict: Another account');
    expect(await refusalOf(declare(other, 'acme.example'))).toMatch('conflict: Another account');
    expect(await ownerOf('acme.example')).toBe(account);
  });

  it('belongs to one of two accounts that prove it at once', async () => {
    await Promise.all([declare(account, 'race.example'), declare(other, 'race.example')]);
    const outcomes = await Promise.all([account, other].map((id) => refusalOf(confirm(id, 'race.example'))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    await declare((await ownerOf('race.example')) ?? '', 'acme.example');
  });

  it('is free again when its account no longer declares it', async () => {
    await declare(account, 'free.example');
    await confirm(account, 'free.example');
    await declare(account, 'acme.example');
    await declare(other, 'free.example');
    await publish(other, 'free.example');
    expect(await verify(other, 'free.example')).toMatchObject({ verified_by: 'dns' });
  });

  it('counts by the word of somebody who runs the deployment', async () => {
    expect(await confirm(account, 'acme.example')).toMatchObject({ verified_by: 'root', domain: 'acme.example' });
    expect(await ownerOf('acme.example')).toBe(account);
  });

  it('is not proved while name servers are silent, which the refusal says in time', async () => {
    await declare(account, 'acme.example', 'slow.example');
    names.isSilent = true;
    expect(await refusalOf(verify(account, 'slow.example'))).toMatch('unavailable: The name servers did not answer');
    names.isSilent = false;
  }, 30_000);

  it('is looked up at name servers that the setting names, which are addresses', async () => {
    await expect(AccountsHost.start({ DOMAIN_NAME_SERVERS: 'dns.example' })).rejects.toThrow(/DOMAIN_NAME_SERVERS/);
  });
});
