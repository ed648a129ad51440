import { randomUUID } from 'node:crypto';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type FactorDemand,
  listAccounts,
  logIn,
  modifyAccount,
  resetSecondFactor,
  resetSecondFactorOfMember,
  resolveUser,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { MemberEntity } from '../account/member.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { AuditEventEntity } from '../audit-log/audit-event.entity';
import { PasskeyEntity } from '../passkey/passkey.entity';
import { passwordHash } from '../password/password-hash';
import { PasswordRepository } from '../password/password.repository';
import { anyone } from '../people.fixture';
import { insertAccount } from '../saml-settings/account.fixture';
import { AuthenticatorApp } from '../second-factor/authenticator.fixture';
import { ExternalIdentityEntity } from '../single-sign-on/external-identity.entity';
import { accountProvider, needsCode } from './factor-demand';

const PASSWORD = 'Tides-of-1837';
const headers = { network: 'home' };
let networks = 0;

type Person = Principal & { readonly email: string };

describe('a second factor that an account demands', () => {
  let host: AccountsHost;
  let root: Principal;
  let account: string;

  const demand = (second_factor: FactorDemand, by: Principal = root) =>
    host.bus.request(modifyAccount, { params: { account }, body: { second_factor } }, { principal: by });
  const reach = async ({ id }: Principal) => {
    const { accounts, withheld } = await host.bus.request(
      resolveUser,
      { body: { kind: 'user', id } },
      { principal: systemPrincipal },
    );
    return { reached: accounts.map((one) => one.id), withheld };
  };
  const all = { reached: expect.arrayContaining([expect.anything()]), withheld: undefined };
  const nothing = () => ({ reached: [], withheld: [account] });
  const verdict = (person: Principal, provider?: string) =>
    refusalOf(
      host
        .run((tx) => needsCode(person.id, provider, tx))
        .then((isNeeded) => {
          if (isNeeded) throw new Error('code');
        }),
    ).catch((error: unknown) => String(error).replace('Error: ', ''));
  const enter = (username: string, second_factor_code?: string) =>
    refusalOf(
      host.bus.request(
        logIn,
        { body: { username, password: PASSWORD, second_factor_code }, headers: { network: `network ${networks++}` } },
        anyone,
      ),
    );

  async function member(role: 'AMEMBER' | 'AOWNER' = 'AMEMBER', of = account): Promise<Person> {
    const user = await host.createUser();
    const hash = await passwordHash(PASSWORD);
    await host.run(async (tx) => {
      await host.get(PasswordRepository).put(user.id, hash, tx);
      await tx.insert(MemberEntity, { accountId: of, userId: user.id, role });
    });
    return user;
  }

  async function turnOn(user: Principal): Promise<AuthenticatorApp> {
    const principal = { ...user, verifiedAt: Math.floor(Date.now() / 1_000) };
    const { secret } = await host.bus.request(beginSecondFactor, { body: {}, headers }, { principal });
    const app = new AuthenticatorApp(secret);
    await host.bus.request(confirmSecondFactor, { body: { code: app.code(-1) } }, { principal });
    return app;
  }

  async function addPasskey({ id: userId }: Principal): Promise<void> {
    const key = { id: randomUUID(), userId, credentialId: randomUUID(), publicKey: Buffer.alloc(1), counter: '0' };
    const more = { transports: [], name: 'Laptop', isSynced: false, created: new Date(), lastUsed: null };
    await host.run((tx) => tx.insert(PasskeyEntity, { ...key, ...more }));
  }

  async function signOnAt(provider: string, { id: userId }: Principal, madeUser = false): Promise<void> {
    const row = { provider, subject: randomUUID(), userId, madeUser, created: new Date() };
    await host.run((tx) => tx.insert(ExternalIdentityEntity, row));
  }

  beforeAll(async () => {
    host = await AccountsHost.start({ PUBLIC_URL: 'https://kb.example' });
    root = await host.root();
  });
  beforeEach(async () => {
    account = await insertAccount(host, `acme-${randomUUID()}`);
    // The root user has to have one, too, before it demands one of others.
    await host.run((tx) => tx.delete(MemberEntity, { accountId: account, userId: root.id }));
  });
  afterAll(() => host.close());

  it('keeps members from the account until they set one up, and again when they turn it off', async () => {
    const ada = await member();
    expect(await reach(ada)).toEqual(all);
    await demand('required');
    expect(await reach(ada)).toEqual(nothing());
    expect((await host.bus.request(listAccounts, {}, { principal: ada })).accounts).toMatchObject([
      { id: account, second_factor_missing: true },
    ]);
    expect(await enter(ada.email)).toBe('accepted');
    host.heard.length = 0;
    await turnOn(ada);
    expect(await reach(ada)).toEqual(all);
    expect(host.heard).toContainEqual({ user: ada.id });
    const [listed] = (await host.bus.request(listAccounts, {}, { principal: ada })).accounts;
    expect(listed).not.toHaveProperty('second_factor_missing');
    const principal = { ...ada, verifiedAt: Math.floor(Date.now() / 1_000) };
    await host.bus.request(endSecondFactor, { body: {}, headers }, { principal });
    expect(await reach(ada)).toEqual(nothing());
    await demand('optional');
    expect(await reach(ada)).toEqual(all);
  });

  it('is demanded only by owners who have one', async () => {
    const owner = await member('AOWNER');
    expect(await refusalOf(demand('required', owner))).toMatch('conflict: Set up a second factor of your own first');
    expect(await reach(owner)).toEqual(all);
    await turnOn(owner);
    await demand('required', owner);
    expect(await reach(owner)).toEqual(all);
  });

  it('leaves other accounts of a member open', async () => {
    const ada = await member();
    const other = await insertAccount(host, `other-${randomUUID()}`);
    await host.run((tx) => tx.insert(MemberEntity, { accountId: other, userId: ada.id, role: 'AMEMBER' }));
    await demand('required');
    expect(await reach(ada)).toEqual({ reached: [other], withheld: [account] });
  });

  it('can be a passkey, without which a password is not enough then', async () => {
    const ada = await member();
    await demand('required');
    await addPasskey(ada);
    expect(await reach(ada)).toEqual(all);
    expect(await enter(ada.email)).toBe('forbidden: passkey_required');
    await turnOn(ada);
    expect(await enter(ada.email)).toBe('unauthorized: second_factor_required');
  });

  it('can be the single sign-on of the account, where the owner says so', async () => {
    const ada = await member();
    await signOnAt(accountProvider(account), ada);
    await demand('required');
    expect(await reach(ada)).toEqual(nothing());
    await demand('required_or_sso');
    expect(await reach(ada)).toEqual(all);
    expect(await verdict(ada, accountProvider(account))).toBe('accepted');
    for (const elsewhere of [undefined, 'google', accountProvider(randomUUID())])
      expect(await verdict(ada, elsewhere)).toBe('forbidden: single_sign_on_required');
    expect(await enter(ada.email)).toBe('forbidden: single_sign_on_required');
  });

  it('is required after a sign-in elsewhere, too', async () => {
    const ada = await member();
    await turnOn(ada);
    expect(await verdict(ada, 'google')).toBe('accepted');
    await demand('required');
    expect(await verdict(ada, 'google')).toBe('code');
    expect(await verdict(ada, accountProvider(account))).toBe('code');
  });

  describe('that its owner lost', () => {
    const resetBy = (by: Principal, { id: user_id }: Principal) =>
      refusalOf(host.bus.request(resetSecondFactorOfMember, { params: { account, user_id } }, { principal: by }));
    const actsOn = ({ id: userId }: Principal) =>
      host.run((tx) => tx.findBy(AuditEventEntity, { userId, action: 'second_factor_changed' }));

    it('is reset by an owner of the only account, with passkeys, and told by mail', async () => {
      const [owner, ada] = [await member('AOWNER'), await member()];
      await turnOn(ada);
      await addPasskey(ada);
      expect(await resetBy(owner, ada)).toBe('accepted');
      expect(await enter(ada.email)).toBe('accepted');
      expect(await host.run((tx) => tx.countBy(PasskeyEntity, { userId: ada.id }))).toBe(0);
      const acts = await actsOn(ada);
      expect(acts).toContainEqual(
        expect.objectContaining({ accountId: account, actorId: owner.id, details: { change: 'secondFactorReset' } }),
      );
      expect((await host.mailsTo(ada.email, 2)).map(({ text }) => text).join()).toContain('removed your second factor');
    });

    it('is not reset by owners for people of other accounts, unless this one provisioned them', async () => {
      const [owner, ada] = [await member('AOWNER'), await member()];
      const other = await insertAccount(host, `other-${randomUUID()}`);
      await host.run((tx) => tx.insert(MemberEntity, { accountId: other, userId: ada.id, role: 'AMEMBER' }));
      await turnOn(ada);
      expect(await resetBy(owner, ada)).toMatch('forbidden: This person belongs to other accounts');
      await signOnAt(accountProvider(other), ada, true);
      expect(await resetBy(owner, ada)).toMatch('forbidden');
      expect(await enter(ada.email)).toBe('unauthorized: second_factor_required');
      await signOnAt(accountProvider(account), ada, true);
      expect(await resetBy(owner, ada)).toBe('accepted');
    });

    it('is not reset by owners for themselves, strangers, and who runs the deployment', async () => {
      const owner = await member('AOWNER');
      await turnOn(owner);
      expect(await resetBy(owner, owner)).toMatch('forbidden: Turn off your own');
      expect(await resetBy(owner, await host.createUser())).toMatch('not_found');
      await host.run((tx) => tx.insert(MemberEntity, { accountId: account, userId: root.id, role: 'AMEMBER' }));
      expect(await resetBy(owner, root)).toMatch('forbidden');
    });

    it('is reset by who runs the deployment for anybody else', async () => {
      const ada = await member();
      await turnOn(ada);
      const reset = (user_id: string) =>
        refusalOf(host.bus.request(resetSecondFactor, { params: { user_id } }, { principal: root }));
      expect(await reset(ada.id)).toBe('accepted');
      expect(await enter(ada.email)).toBe('accepted');
      expect(await reset(randomUUID())).toMatch('not_found');
      expect(await reset(root.id)).toMatch('forbidden');
    });
  });
});
