import {
  createPersonalToken,
  makeSignInLink,
  openSession,
  type SessionOpening,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf, TOKEN } from '../accounts-host.fixture';
import { UserTokens } from '../oauth/user-tokens';
import { PersonalTokenEntity } from '../token/personal-token.entity';
import { UserEntity } from '../user/user.entity';

const HOUR_MS = 3_600_000;
const NOT_A_TOKEN = /^unauthorized: This is not a personal access token that is valid now/;
const NOT_A_CODE = /^unauthorized: This sign-in link has been used, has expired or is unknown/;
const asSystem = { principal: systemPrincipal };

describe('signing in to the console', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start({ CONSOLE_SESSION_TTL_S: '7200' });
    process.env['CONSOLE_SESSION_TTL_S'] = '7200';
  });
  afterAll(async () => {
    delete process.env['CONSOLE_SESSION_TTL_S'];
    await host.close();
  });

  const open = (body: SessionOpening) => host.bus.request(openSession, { body }, asSystem);
  const verify = (token: string) =>
    host.bus.request(verifyUserCredential, { body: { carrier: 'session', token } }, asSystem);
  /** Code of the link that a start prints. */
  const linkOf = (printed: string) => /\/sign-in#([\w-]{43})\n/.exec(printed)?.[1];

  it('takes exactly one of a token and a code', async () => {
    const refusal = 'bad_request: Exactly one of token and code is required';
    expect([await refusalOf(open({})), await refusalOf(open({ token: TOKEN, code: 'x' }))]).toEqual([refusal, refusal]);
  });

  it('says that a token does not count, or that a link does not', async () => {
    expect(await refusalOf(open({ token: 'a key of a knowledge box' }))).toMatch(NOT_A_TOKEN);
    expect(await refusalOf(open({ code: 'unknown' }))).toMatch(NOT_A_CODE);
  });

  it('refuses access tokens of applications, and codes that the authorization server did not give', async () => {
    const { id } = await host.createUser();
    const { access_token: token } = await host.get(UserTokens).issue(id);
    expect(await refusalOf(open({ token }))).toMatch(NOT_A_TOKEN);
    const granted = { authorization_code: 'unknown', code_verifier: 'v'.repeat(43) };
    const refusal = /^unauthorized: This sign-in was completed before, took too long or is unknown/;
    expect(await refusalOf(open(granted))).toMatch(refusal);
    expect(await refusalOf(open({ ...granted, token: TOKEN }))).toBe(
      'bad_request: Exactly one of token and code is required',
    );
  });

  it('opens a session for the time that is configured, whose secret is stored as a hash only', async () => {
    const before = Date.now();
    const { secret, expires, name } = await open({ token: TOKEN });
    expect(name).toBe('Root');
    const lastsMs = Date.parse(expires) - before;
    expect(lastsMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
    expect(lastsMs).toBeLessThan(2 * HOUR_MS + 60_000);
    expect(await verify(secret)).toMatchObject({ expiresMs: Date.parse(expires) });
    const rows = await host.run((tx) => tx.find(PersonalTokenEntity));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('opens no session that outlives its token', async () => {
    const principal = await host.createUser();
    const expiration_date = new Date(Date.now() + HOUR_MS).toISOString();
    const body = { description: 'for an hour', expiration_date };
    const { token } = await host.bus.request(createPersonalToken, { body }, { principal });
    expect((await open({ token })).expires).toBe(expiration_date);
  });

  it('says that a session has expired, and later that it has ended', async () => {
    const { secret } = await open({ token: TOKEN });
    const { key } = await verify(secret);
    await host.run((tx) => tx.update(PersonalTokenEntity, { id: key }, { expires: new Date(Date.now() - 1) }));
    expect(await refusalOf(verify(secret))).toBe('unauthorized: The session has expired. Sign in again');
    await open({ token: TOKEN });
    expect(await refusalOf(verify(secret))).toBe('unauthorized: The session has ended. Sign in again');
  });

  it('prints no link unless it is wanted and there is a console', async () => {
    const unwanted: Record<string, string>[] = [
      {},
      { SIGN_IN_LINK: 'never' },
      { SIGN_IN_LINK: 'always', CONSOLE: 'off' },
    ];
    for (const environment of unwanted) expect(await host.printedByStart(environment)).not.toContain('sign-in');
  });

  it('takes the link of the last start once, and those of earlier ones no more', async () => {
    const environment = { SIGN_IN_LINK: 'always', PUBLIC_URL: 'https://kb.example' };
    const earlier = await host.printedByStart(environment);
    const printed = await host.printedByStart(environment);
    expect(printed).toContain('Console, for one sign-in within 60 minutes: https://kb.example/sign-in#');
    expect(await refusalOf(open({ code: linkOf(earlier) }))).toMatch(NOT_A_CODE);
    const { secret } = await open({ code: linkOf(printed) });
    expect(await verify(secret)).toMatchObject({ type: 'ROOT', accounts: [{ slug: 'lectern' }] });
    expect(await refusalOf(open({ code: linkOf(printed) }))).toMatch(NOT_A_CODE);
  });

  it('gives a root user another link, which voids the one that the start printed', async () => {
    const printed = await host.printedByStart({ SIGN_IN_LINK: 'always' });
    const { sign_in, expires } = await host.bus.request(makeSignInLink, {}, asSystem);
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(HOUR_MS - 60_000);
    expect(await refusalOf(open({ code: linkOf(printed) }))).toMatch(NOT_A_CODE);
    expect(await open({ code: linkOf(`${sign_in}\n`) })).toMatchObject({ name: 'Root' });
  });

  it('takes no link of a user who was disabled after it was printed, and it is void then', async () => {
    const code = linkOf(await host.printedByStart({ SIGN_IN_LINK: 'always' }));
    await host.run((tx) => tx.update(UserEntity, { type: 'ROOT' }, { disabled: true }));
    expect(await refusalOf(open({ code }))).toMatch(NOT_A_CODE);
    expect(await host.printedByStart({ SIGN_IN_LINK: 'always' })).toBe('');
    await host.run((tx) => tx.update(UserEntity, { type: 'ROOT' }, { disabled: false }));
    expect(await refusalOf(open({ code }))).toMatch(NOT_A_CODE);
  });
});
