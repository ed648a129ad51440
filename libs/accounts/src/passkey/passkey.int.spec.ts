import { randomBytes } from 'node:crypto';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { anyone } from '../people.fixture';
import { AuthenticatorDevice, type DeviceOdds } from './authenticator-device.fixture';
import { PasskeyEntity, UsedChallengeEntity } from './passkey.entity';

const ORIGIN = 'https://kb.example';
const BAD = /^bad_request: This is no new passkey for this user/;
const REFUSED = 'unauthorized: This passkey does not sign in here, or its answer took more than five minutes';
let networks = 0;

describe('a passkey', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start({ PUBLIC_URL: ORIGIN });
  });
  afterAll(() => host.close());

  const fresh = async () => ({ ...(await host.createUser()), verifiedAt: Math.floor(Date.now() / 1_000) });
  const start = async (principal: Principal) =>
    (await host.bus.request(startPasskey, { body: {}, headers: {} }, { principal })).options;
  const add = (principal: Principal, credential: Record<string, unknown>, name = 'Laptop') =>
    host.bus.request(addPasskey, { body: { name, credential } }, { principal });
  const list = async (principal: Principal) => (await host.bus.request(listPasskeys, {}, { principal })).passkeys;
  const begin = async (login_challenge?: string) =>
    (await host.bus.request(startPasskeySignIn, { body: { login_challenge } }, anyone)).options;
  const signIn = (credential: Record<string, unknown>, login_challenge?: string) =>
    host.bus.request(
      signInWithPasskey,
      { body: { credential, login_challenge }, headers: { network: `network ${networks++}` } },
      anyone,
    );

  /** A user with a passkey. */
  async function owner() {
    const user = await fresh();
    const device = new AuthenticatorDevice(ORIGIN);
    const { id } = await add(user, device.create(await start(user)));
    return { user, device, id };
  }

  it('is added after a sign-in of the last minutes, and signs its user in', async () => {
    const { user, device } = await owner();
    expect(await list(user)).toMatchObject([{ name: 'Laptop', last_used: null, is_synced: false }]);
    const { access_token: token = '' } = await signIn(device.get(await begin()));
    const body = { carrier: 'authorization', token } as const;
    expect(await host.bus.request(verifyUserCredential, { body }, { principal: systemPrincipal })).toMatchObject({
      id: user.id,
      verifiedAt: expect.any(Number),
    });
    expect((await list(user))[0]?.last_used).toMatch(/\+00:00$/);
    const [mail] = await host.mailsTo(user.email);
    expect(mail?.text).toContain('new passkey');
    const stale = { ...user, verifiedAt: user.verifiedAt - 400 };
    expect(await refusalOf(start(stale))).toMatch(/^forbidden: Prove that it is you/);
  });

  it('is renamed and removed by its user alone, and then opens nothing', async () => {
    const { user, device, id } = await owner();
    const stranger = await fresh();
    const params = { passkey_id: id };
    const rename = (principal: Principal) =>
      refusalOf(host.bus.request(renamePasskey, { params, body: { name: 'Phone' } }, { principal }));
    const remove = (principal: Principal) => refusalOf(host.bus.request(removePasskey, { params }, { principal }));
    expect([await rename(stranger), await remove(stranger)]).toEqual(Array(2).fill('not_found: Passkey not found'));
    expect(await rename(user)).toBe('accepted');
    expect(await list(user)).toMatchObject([{ name: 'Phone' }]);
    expect(await remove(user)).toBe('accepted');
    expect(await remove(user)).toBe('not_found: Passkey not found');
    expect(await refusalOf(signIn(device.get(await begin())))).toBe(REFUSED);
  });

  it.each<[string, DeviceOdds]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of the same host without TLS', { origin: 'http://kb.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['by a device that verified nobody', { verifies: false }],
    ['for another purpose', { type: 'webauthn.get' }],
    ['with a made-up challenge', { challenge: randomBytes(56).toString('base64url') }],
    ['with no challenge', { challenge: '' }],
    ['with certificates of a maker', { format: 'packed', statement: new Map([['x5c', []]]) }],
    ['in a format of a maker', { format: 'android-safetynet' }],
  ])('is not added %s', async (_, odds) => {
    const user = await fresh();
    expect(await refusalOf(add(user, new AuthenticatorDevice(ORIGIN).create(await start(user), odds)))).toMatch(BAD);
    expect(await list(user)).toEqual([]);
  });

  it('is not added with the challenge of another user or of a sign-in, nor twice', async () => {
    const [user, other] = [await fresh(), await fresh()];
    const made = (options: object) => new AuthenticatorDevice(ORIGIN).create(options);
    expect(await refusalOf(add(user, made(await start(other))))).toMatch(BAD);
    expect(await refusalOf(add(user, made(await begin())))).toMatch(BAD);
    const options = await start(user);
    const credential = made(options);
    const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(add(user, credential))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await refusalOf(add(user, made(options)))).toMatch(BAD);
    const { device } = await owner();
    expect(await refusalOf(add(user, device.create(await start(user))))).toBe(
      'conflict: This passkey is known already',
    );
  });

  it.each<[string, DeviceOdds]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a host below', { origin: 'https://sub.kb.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['by a device that verified nobody', { verifies: false }],
    ['with a forged signature', { signature: randomBytes(70) }],
    ['with a made-up challenge', { challenge: randomBytes(56).toString('base64url') }],
    ['as another user', { userHandle: randomBytes(16).toString('base64url') }],
    ['with the answer to something else', { type: 'webauthn.create' }],
  ])('does not sign in %s', async (_, odds) => {
    const { device } = await owner();
    expect(await refusalOf(signIn(device.get(await begin(), odds)))).toBe(REFUSED);
    expect(await refusalOf(signIn(device.get(await begin())))).toBe('accepted');
  });

  it('signs in once with each answer, and for the login alone that it was given for', async () => {
    const { device } = await owner();
    const credential = device.get(await begin());
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => refusalOf(signIn(credential))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await refusalOf(signIn(credential))).toBe(REFUSED);
    expect(await refusalOf(signIn(device.get(await begin('a'))))).toBe(REFUSED);
    expect(await refusalOf(signIn(device.get(await begin('a')), 'b'))).toBe(REFUSED);
    expect(await refusalOf(signIn(device.get(await begin('a')), 'a'))).toMatch(/^not_found/);
  });

  it('is refused when its device counts fewer uses than before: somebody copied it', async () => {
    const { device } = await owner();
    expect(await refusalOf(signIn(device.get(await begin(), { counter: 7 })))).toBe('accepted');
    for (const counter of [6, 7, 0])
      expect(await refusalOf(signIn(device.get(await begin(), { counter })))).toBe(REFUSED);
    expect(await refusalOf(signIn(device.get(await begin(), { counter: 8 })))).toBe('accepted');
  });

  it('of a device that counts nothing signs in again and again', async () => {
    const { device } = await owner();
    for (let times = 0; times < 2; times++)
      expect(await refusalOf(signIn(device.get(await begin(), { counter: 0 })))).toBe('accepted');
  });

  it.each([{}, { id: 'x', type: 'public-key', response: {} }, { id: 1, type: 'public-key', response: 'x' }])(
    'is nothing like %j',
    async (credential) => {
      expect(await refusalOf(signIn(credential))).toBe(REFUSED);
      expect(await refusalOf(add(await fresh(), credential))).toMatch(BAD);
    },
  );

  it('is not read from bytes that are nested without end', async () => {
    const user = await fresh();
    const credential = new AuthenticatorDevice(ORIGIN).create(await start(user));
    const nested = Buffer.alloc(12_000, 0x81).toString('base64url');
    const response = { ...(credential['response'] as object), attestationObject: nested };
    expect(await refusalOf(add(user, { ...credential, response }))).toMatch(BAD);
  });

  it('is one of twenty at most', async () => {
    const { user } = await owner();
    const [row] = await host.run((tx) => tx.findBy(PasskeyEntity, { userId: user.id }));
    if (!row) throw new Error('There is no row');
    const more = Array.from({ length: 19 }, (_, at) => ({
      ...row,
      id: `00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`,
      credentialId: `made-${at}`,
      transports: [],
    }));
    await host.run((tx) => tx.insert(PasskeyEntity, more));
    const credential = new AuthenticatorDevice(ORIGIN).create(await start(user));
    expect(await refusalOf(add(user, credential))).toBe('conflict: A user has at most 20 passkeys');
  });

  it('leaves nothing behind for challenges that nobody answered', async () => {
    const count = () => host.run((tx) => tx.count(UsedChallengeEntity));
    const before = await count();
    for (let asked = 0; asked < 5; asked++) await begin();
    expect(await count()).toBe(before);
  });
});

describe('passkeys of a deployment that is reached by an address', () => {
  it('cannot be used, and say so', async () => {
    const host = await AccountsHost.start({ PUBLIC_URL: 'http://127.0.0.1:8080' });
    try {
      const asked = host.bus.request(startPasskeySignIn, { body: {} }, anyone);
      expect(await refusalOf(asked)).toBe('bad_request: Passkeys need a PUBLIC_URL with a name, not with an address');
    } finally {
      await host.close();
    }
  });
});
