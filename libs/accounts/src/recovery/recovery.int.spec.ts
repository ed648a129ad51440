import {
  logIn,
  openSession,
  recoverPassword,
  resetPassword,
  setOwnPassword,
  setUpUser,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { MailTokenEntity } from '../mail-token/mail-token.entity';
import { MailTokens } from '../mail-token/mail-tokens';
import { PasswordEntity } from '../password/password.entity';
import { Passwords } from '../password/password.service';
import { anyone, tokenOf } from '../people.fixture';

const PASSWORD = 'Tides-of-1837';
const NEXT = 'Moons-of-1838';
const BAD_LINK = /^bad_request: This link has been used, has expired or is unknown/;
const WRONG = 'unauthorized: The mail address or the password is wrong';
let networks = 0;

describe('a user with a password', () => {
  let host: AccountsHost;
  let user: Principal & { readonly email: string };
  beforeAll(async () => {
    host = await AccountsHost.start({ PUBLIC_URL: 'https://kb.example', SIGN_IN_LINK: 'never' });
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    user = await host.createUser();
    const hash = await host.get(Passwords).hash(PASSWORD, 'spec');
    await host.run((tx) => tx.insert(PasswordEntity, { userId: user.id, hash, changed: new Date() }));
  });

  const from = (network = `network ${networks++}`) => ({ headers: { network } });
  const login = (password: string, { email = user.email, network }: { email?: string; network?: string } = {}) =>
    host.bus.request(logIn, { body: { username: email, password }, ...from(network) }, anyone);
  const verify = (token: string) =>
    host.bus.request(
      verifyUserCredential,
      { body: { carrier: 'authorization', token } },
      { principal: systemPrincipal },
    );
  const recover = (username: string) => host.bus.request(recoverPassword, { body: { username }, ...from() }, anyone);
  const reset = (token: string, password = NEXT) =>
    host.bus.request(resetPassword, { body: { token, password }, ...from() }, anyone);
  const recoveryToken = async () => {
    await recover(user.email.toUpperCase());
    return tokenOf((await host.mailsTo(user.email))[0]);
  };

  it('signs in, and nobody else does', async () => {
    const { access_token, refresh_token } = await login(PASSWORD, { email: user.email.toUpperCase() });
    expect(await verify(access_token)).toMatchObject({ kind: 'user', id: user.id });
    expect(refresh_token).not.toBe('');
    expect(await refusalOf(login(NEXT))).toBe(WRONG);
    expect(await refusalOf(login(PASSWORD, { email: 'nobody@example.org' }))).toBe(WRONG);
    expect(await refusalOf(login('', { email: 'nobody@example.org' }))).toBe(WRONG);
    expect(await refusalOf(login(PASSWORD, { email: (await host.createUser()).email }))).toBe(WRONG);
  });

  it('is not found by guessing, not even by many guesses at once, and is not locked out elsewhere', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => refusalOf(login(`Guess-${index}`, { network: 'evil' })));
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome === WRONG)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome.startsWith('rate_limited'))).toHaveLength(10);
    expect(await refusalOf(login(PASSWORD, { network: 'evil' }))).toMatch(/^rate_limited/);
    expect(await refusalOf(login(PASSWORD, { network: 'home' }))).toBe('accepted');
  });

  it('may be wrong now and then: a right password forgets it', async () => {
    for (let round = 0; round < 2; round++) {
      for (let wrong = 0; wrong < 9; wrong++) expect(await refusalOf(login('x', { network: 'n' }))).toBe(WRONG);
      expect(await refusalOf(login(PASSWORD, { network: 'n' }))).toBe('accepted');
    }
  });

  it('is guarded alike where there is no such user', async () => {
    const guess = () => refusalOf(login('x', { email: 'none@example.org', network: 'm' }));
    const outcomes = await Promise.all(Array.from({ length: 12 }, guess));
    expect(outcomes.filter((outcome) => outcome.startsWith('rate_limited'))).toHaveLength(2);
  });

  it('replaces a forgotten password by a mail, once, and earlier sign-ins end', async () => {
    const { access_token } = await login(PASSWORD);
    const token = await recoveryToken();
    expect(await reset(token)).toEqual({ login_challenge: '' });
    expect(await refusalOf(reset(token))).toMatch(BAD_LINK);
    expect(await refusalOf(login(PASSWORD))).toBe(WRONG);
    expect(await refusalOf(login(NEXT))).toBe('accepted');
    expect(await refusalOf(verify(access_token))).toMatch(/^unauthorized: The OAuth Access token is either/);
    const subjects = (await host.mailsTo(user.email, 2)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Choose a new password for kb.example',
      'Your password at kb.example has changed',
    ]);
  });

  it('gets one new password of many who use the link at once', async () => {
    const token = await recoveryToken();
    const outcomes = await Promise.all([1, 2, 3, 4].map((index) => refusalOf(reset(token, `${NEXT}-${index}`))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => BAD_LINK.test(outcome))).toHaveLength(3);
  });

  it('has no use for a link that is older than an hour, or of another kind', async () => {
    const token = await recoveryToken();
    await host.run((tx) => tx.update(MailTokenEntity, { userId: user.id }, { expires: new Date(Date.now() - 1) }));
    expect(await refusalOf(reset(token))).toMatch(BAD_LINK);
    const other = await host.run((tx) =>
      host.get(MailTokens).issue({ kind: 'set-up', email: user.email, userId: user.id }, tx),
    );
    expect(await refusalOf(reset(other))).toMatch(BAD_LINK);
  });

  it('is not told from nobody by who asks for a mail', async () => {
    expect(await recover('nobody@example.org')).toEqual({});
    expect(await recover(user.email)).toEqual({});
    expect(await host.mailsTo(user.email)).toHaveLength(1);
    expect(await host.mailsTo('nobody@example.org', 0)).toEqual([]);
  });

  it('changes it with the present one, which a token alone does not replace', async () => {
    const set = (body: { password: string; current_password?: string }) =>
      host.bus.request(setOwnPassword, { body, ...from() }, { principal: user });
    expect(await refusalOf(set({ password: NEXT }))).toMatch(/^forbidden: You have a password/);
    expect(await refusalOf(set({ password: NEXT, current_password: 'x' }))).toBe(
      'forbidden: The present password is wrong',
    );
    const { access_token: earlier } = await login(PASSWORD);
    const { access_token } = await set({ password: NEXT, current_password: PASSWORD });
    expect(await verify(access_token)).toMatchObject({ id: user.id });
    expect(await refusalOf(verify(earlier))).toMatch(/^unauthorized/);
    expect(await refusalOf(login(NEXT))).toBe('accepted');
  });

  it('is set up by the link of an invitation, with a name', async () => {
    const guest = await host.createUser({ name: '' });
    const token = await host.run((tx) =>
      host.get(MailTokens).issue({ kind: 'set-up', email: guest.email, userId: guest.id }, tx),
    );
    const setUp = () =>
      host.bus.request(setUpUser, { body: { token, name: 'Grace', password: PASSWORD }, ...from() }, anyone);
    expect(await setUp()).toEqual({ login_challenge: '', user_hint: guest.email });
    expect(await refusalOf(setUp())).toMatch(BAD_LINK);
    expect(await refusalOf(login(PASSWORD, { email: guest.email }))).toBe('accepted');
  });

  it('loses the sessions of the console with the password, too', async () => {
    const printed = await host.printedByStart({ SIGN_IN_LINK: 'always', PUBLIC_URL: 'https://kb.example' });
    const code = /\/sign-in#([\w-]{43})\n/.exec(printed)?.[1];
    const { secret } = await host.bus.request(openSession, { body: { code } }, { principal: systemPrincipal });
    const session = () =>
      host.bus.request(
        verifyUserCredential,
        { body: { carrier: 'session', token: secret } },
        { principal: systemPrincipal },
      );
    expect(await session()).toMatchObject({ type: 'ROOT' });
    const root = (await session()).id;
    const body = { password: NEXT };
    await host.bus.request(setOwnPassword, { body, ...from() }, { principal: { kind: 'pat', id: root, roles: [] } });
    expect(await refusalOf(session())).toMatch(/^unauthorized/);
    expect(await host.printedByStart({ SIGN_IN_LINK: 'always' })).not.toContain('/user/setup');
  });
});
