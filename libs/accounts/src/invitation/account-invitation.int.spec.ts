import {
  cancelAccountInvitation,
  createAccount,
  followMagicLink,
  getAccountMember,
  inviteToAccount,
  listAccountInvitations,
  listAccountMembers,
  setUpUser,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { randomUUID } from 'node:crypto';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';

const anyone: Principal = { kind: 'none', id: '', roles: [] };
const GONE = 'bad_request: login_challenge_expired_or_invalid';

describe('invitations to accounts', () => {
  let host: AccountsHost;
  let owner: Principal;
  let account: string;

  beforeAll(async () => {
    host = await AccountsHost.start({ ACCOUNT_LIMITS: '*.max_users=3', PUBLIC_URL: 'https://lectern.example' });
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    owner = { ...(await host.createUser()), roles: ['AOWNER', 'AMEMBER'] };
    const body = { title: 'Fish\nand\tchips', workflow: 'classic', eula_accepted: false } as const;
    ({ id: account } = await host.bus.request(createAccount, { body }, { principal: owner }));
  });

  const newAddress = () => `${randomUUID()}@Example.org`;
  const invite = (email: string, more: object = {}) => {
    const body = { email, role: 'AMEMBER', ...more } as const;
    return refusalOf(host.bus.request(inviteToAccount, { params: { account }, body }, { principal: owner }));
  };
  const pending = async () =>
    (await host.bus.request(listAccountInvitations, { params: { account } }, { principal: owner })).invites;
  const cancel = (email: string) =>
    refusalOf(host.bus.request(cancelAccountInvitation, { params: { account, email } }, { principal: owner }));
  const accept = (token: string) =>
    host.bus.request(followMagicLink, { query: { token }, headers: {} }, { principal: anyone });
  const emails = async () => {
    const { users } = await host.bus.request(listAccountMembers, { params: { account } }, { principal: owner });
    return users.map(({ email }) => email);
  };

  /** Tokens of the mails to an address, in no particular order. */
  async function tokensOf(email: string, count = 1): Promise<string[]> {
    const mails = await host.mailsTo(email.toLowerCase(), count);
    return mails.map(({ text }) => /token=(account\.[\w-]+)/.exec(text)?.[1] ?? '');
  }

  it('make a user of the account of a stranger, who then chooses a password', async () => {
    const email = newAddress();
    expect(await invite(email)).toBe('accepted');
    const [{ expires = '', ...invited } = {}] = await pending();
    expect(invited).toEqual({ email: email.toLowerCase(), role: 'AMEMBER' });
    expect((Date.parse(expires) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    const [mail] = await host.mailsTo(email.toLowerCase());
    expect(mail?.subject).toBe('Invitation to Fish and chips');
    expect(mail?.text).toContain('https://lectern.example/user/magic?token=account.');
    const [token = ''] = await tokensOf(email);
    const step = await accept(token);
    expect(step).toMatchObject({ action: 'goaccount', needs_initial_setpassword: true });
    expect(await emails()).toContain(email.toLowerCase());
    expect(await pending()).toEqual([]);
    const setUp = { name: 'Ada', password: 'correct Horse 9 battery', token: step.setup_token ?? '' };
    const done = await host.bus.request(setUpUser, { body: setUp, headers: {} }, { principal: anyone });
    expect(done).toMatchObject({ user_hint: email.toLowerCase() });
  });

  it('count once, however many use them at once', async () => {
    const email = newAddress();
    await invite(email);
    const [token = ''] = await tokensOf(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refusalOf(accept(token))));
    expect(answers.toSorted()).toEqual(['accepted', ...Array(4).fill(GONE)]);
    expect(await refusalOf(accept(`${token}x`))).toBe(GONE);
    expect((await emails()).filter((one) => one === email.toLowerCase())).toHaveLength(1);
  });

  it('are replaced by the next one of the address, and end when they are cancelled', async () => {
    const email = newAddress();
    await invite(email);
    const [first = ''] = await tokensOf(email);
    await invite(email.toUpperCase(), { role: 'AOWNER' });
    expect(await pending()).toMatchObject([{ email: email.toLowerCase(), role: 'AOWNER' }]);
    const second = (await tokensOf(email, 2)).find((token) => token !== first) ?? '';
    expect(await refusalOf(accept(first))).toBe(GONE);
    expect(await cancel(email)).toBe('accepted');
    expect(await cancel(email)).toBe('not_found: Invitation not found');
    expect(await refusalOf(accept(second))).toBe(GONE);
  });

  it('expire', async () => {
    const email = newAddress();
    await invite(email);
    const [token = ''] = await tokensOf(email);
    await host.run((tx) => tx.query(`UPDATE account_invitations SET expires = now() - interval '1 second'`));
    expect(await pending()).toEqual([]);
    expect(await refusalOf(accept(token))).toBe(GONE);
  });

  it('are not for users of the account, and take nothing away from who becomes one otherwise', async () => {
    const { id, email } = await host.createUser();
    await invite(email);
    const [token = ''] = await tokensOf(email);
    const add = { add: [{ id, role: 'AOWNER' as const }] };
    await host.bus.request(updateAccountMembers, { params: { account }, body: add }, { principal: owner });
    expect(await invite(email)).toBe(`conflict: ${email} is a user of this account already`);
    await accept(token);
    const params = { account, user_id: id };
    expect(await host.bus.request(getAccountMember, { params }, { principal: owner })).toMatchObject({
      role: 'AOWNER',
    });
  });

  it('give nothing to a user who is disabled', async () => {
    const { email } = await host.createUser({ disabled: true });
    await invite(email);
    const [token = ''] = await tokensOf(email);
    expect(await refusalOf(accept(token))).toBe(GONE);
  });

  it('are no more than the type of the account allows, with its users', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite(newAddress())));
    expect(answers.filter((one) => one === 'accepted')).toHaveLength(2);
    expect(answers.find((one) => one !== 'accepted')).toMatch(/^quota_exceeded: The account may have 3 users/);
    const [first] = await pending();
    expect(await invite(first?.email ?? '')).toBe('accepted');
  });

  it('lead where the deployment says, and nowhere else', async () => {
    const email = newAddress();
    expect(await invite(email, { came_from: 'https://evil.example' })).toMatch(/^invalid_request: Mails may not link/);
    expect(await pending()).toEqual([]);
    expect(await invite(email, { came_from: 'https://lectern.example/' })).toBe('accepted');
    const [token = ''] = await tokensOf(email);
    expect(await accept(token)).toMatchObject({ came_from: 'https://lectern.example' });
  });
});
