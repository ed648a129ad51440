import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  logIn,
  renewRecoveryCodes,
  setOwnPassword,
} from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { AuditEventEntity } from '../audit-log/audit-event.entity';
import { anyone } from '../people.fixture';
import { passwordHash } from '../password/password-hash';
import { PasswordRepository } from '../password/password.repository';
import { AuthenticatorApp } from './authenticator.fixture';
import { RecoveryCodeEntity, SecondFactorEntity } from './second-factor.entity';

const PASSWORD = 'Tides-of-1837';
const UNPROVEN = /^forbidden: Prove that it is you/;
const WRONG = 'forbidden: The password or the code is wrong';
let networks = 0;

describe('the second factor of a user', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start({ PUBLIC_URL: 'https://kb.example' });
  });
  afterAll(() => host.close());

  const headers = { network: 'home' };
  const fresh = () => Math.floor(Date.now() / 1_000);
  const answer = <T>(principal: Principal, body: T) => [{ body, headers }, { principal }] as const;
  const begin = (principal: Principal, body = {}) => host.bus.request(beginSecondFactor, ...answer(principal, body));
  const confirm = (principal: Principal, code: string) =>
    host.bus.request(confirmSecondFactor, ...answer(principal, { code }));
  const renew = (principal: Principal, body = {}) => host.bus.request(renewRecoveryCodes, ...answer(principal, body));
  const end = (principal: Principal, body = {}) => host.bus.request(endSecondFactor, ...answer(principal, body));
  const state = (principal: Principal) => host.bus.request(getSecondFactor, {}, { principal });
  const enter = (username: string, second_factor_code?: string) =>
    refusalOf(
      host.bus.request(
        logIn,
        { body: { username, password: PASSWORD, second_factor_code }, headers: { network: `network ${networks++}` } },
        anyone,
      ),
    );

  /** Somebody with a password. */
  async function person(): Promise<Principal & { readonly email: string }> {
    const user = await host.createUser();
    const hash = await passwordHash(PASSWORD);
    await host.run((tx) => host.get(PasswordRepository).put(user.id, hash, tx));
    return user;
  }

  /** Somebody whose second factor is on. */
  async function guarded() {
    const user = await person();
    const app = new AuthenticatorApp((await begin({ ...user, verifiedAt: fresh() })).secret);
    const { recovery_codes: codes } = await confirm(user, app.code(-1));
    return { user, app, codes };
  }

  it('is off until a code of the app confirmed it, which proves that the app has the secret', async () => {
    const user = await person();
    expect(await state(user)).toEqual({ enabled: false, since: null, recovery_codes_left: 0 });
    const { secret, uri, qr_svg } = await begin({ ...user, verifiedAt: fresh() });
    expect(uri).toBe(`otpauth://totp/kb.example:${encodeURIComponent(user.email)}?secret=${secret}&issuer=kb.example`);
    expect(qr_svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(await enter(user.email)).toBe('accepted');
    const app = new AuthenticatorApp(secret);
    expect(await refusalOf(confirm(user, app.wrongCode()))).toBe('bad_request: The code is wrong, or its time is over');
    const { recovery_codes: codes } = await confirm(user, app.code());
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await state(user)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(await refusalOf(confirm(user, app.code(1)))).toMatch(/^conflict/);
    expect(await refusalOf(begin({ ...user, verifiedAt: fresh() }))).toMatch(/^conflict/);
    const [mail] = await host.mailsTo(user.email);
    expect(mail?.subject).toBe('The sign-in to your account at kb.example has changed');
  });

  it('is asked for after the password, and each code counts once', async () => {
    const { user, app } = await guarded();
    expect(await enter(user.email)).toBe('unauthorized: second_factor_required');
    expect(await enter(user.email, app.wrongCode())).toBe('unauthorized: second_factor_wrong');
    expect(await enter(user.email, app.code())).toBe('accepted');
    expect(await enter(user.email, app.code())).toBe('unauthorized: second_factor_wrong');
    expect(await enter(user.email, app.code(-1))).toBe('unauthorized: second_factor_wrong');
    const typed = app.code(1).replace(/^(...)/, '$1 ');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => enter(user.email, typed)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
  });

  it('is replaced by a recovery code, once, which the user learns', async () => {
    const { user, codes } = await guarded();
    const [one = '', other = ''] = codes;
    const outcomes = await Promise.all([1, 2, 3].map(() => enter(user.email, one)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await enter(user.email, other.toUpperCase().replace('-', ' '))).toBe('accepted');
    expect((await state(user)).recovery_codes_left).toBe(8);
    const mails = await host.mailsTo(user.email, 3);
    expect(mails.filter(({ text }) => text.includes('one of your recovery codes'))).toHaveLength(2);
    const { user: stranger } = await guarded();
    expect(await enter(stranger.email, codes[2])).toBe('unauthorized: second_factor_wrong');
  });

  it('stands ten wrong codes in an hour, from wherever they come, and then none, right ones included', async () => {
    const { user, app } = await guarded();
    const wrong = await Promise.all(Array.from({ length: 14 }, () => enter(user.email, app.wrongCode())));
    expect(wrong.filter((outcome) => outcome === 'unauthorized: second_factor_wrong')).toHaveLength(10);
    expect(wrong.filter((outcome) => outcome.startsWith('rate_limited'))).toHaveLength(4);
    expect(await enter(user.email, app.code())).toMatch(/^rate_limited: Too many attempts/);
  });

  it('changes with a sign-in of the last minutes, or with password and code', async () => {
    const user = await person();
    expect(await refusalOf(begin(user))).toMatch(UNPROVEN);
    expect(await refusalOf(begin({ ...user, verifiedAt: fresh() - 301 }))).toMatch(UNPROVEN);
    expect(await refusalOf(begin(user, { password: 'wrong' }))).toBe(WRONG);
    const app = new AuthenticatorApp((await begin(user, { password: PASSWORD })).secret);
    await confirm(user, app.code(-1));
    expect(await refusalOf(end(user, { password: PASSWORD }))).toMatch(UNPROVEN);
    expect(await refusalOf(renew(user, { password: PASSWORD, code: app.wrongCode() }))).toBe(WRONG);
    const { recovery_codes: codes } = await renew(user, { password: PASSWORD, code: app.code() });
    await end(user, { password: PASSWORD, code: codes[0] ?? '' });
    expect(await state(user)).toEqual({ enabled: false, since: null, recovery_codes_left: 0 });
    expect(await enter(user.email)).toBe('accepted');
    expect(await refusalOf(renew({ ...user, verifiedAt: fresh() }))).toBe('conflict: The second factor is off');
    const acts = await host.run((tx) =>
      tx.findBy(AuditEventEntity, { userId: user.id, action: 'second_factor_changed' }),
    );
    const changes = acts.map(({ details }) => (details as { readonly change: string }).change);
    expect(changes.toSorted()).toEqual([
      'recovery code used',
      'recoveryCodesRenewed',
      'secondFactorOff',
      'secondFactorOn',
    ]);
  });

  it('is not got around by a new password, which makes no token fresh', async () => {
    const { user } = await guarded();
    const body = { password: 'Moons-of-1838', current_password: PASSWORD };
    const { access_token } = await host.bus.request(setOwnPassword, ...answer(user, body));
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as {
      readonly ext: { readonly last_verified_at?: number };
    };
    expect(claims.ext.last_verified_at).toBe(0);
  });

  it('is stored sealed, and recovery codes as hashes', async () => {
    const user = await person();
    const { secret } = await begin({ ...user, verifiedAt: fresh() });
    const { recovery_codes: codes } = await confirm(user, new AuthenticatorApp(secret).code());
    const rows = await host.run(async (tx) => [
      await tx.findBy(SecondFactorEntity, { userId: user.id }),
      await tx.findBy(RecoveryCodeEntity, { userId: user.id }),
    ]);
    const stored = JSON.stringify(rows);
    for (const told of [secret, codes[0] ?? '', (codes[0] ?? '').replace('-', '')]) expect(stored).not.toContain(told);
  });
});
