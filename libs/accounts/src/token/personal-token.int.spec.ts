import { randomBytes, randomUUID } from 'node:crypto';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  openSession,
  resolveUser,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf, TOKEN } from '../accounts-host.fixture';
import { UserEntity } from '../user/user.entity';
import { PersonalTokenEntity } from './personal-token.entity';

const TOKENS_MAX = 1_000;
const asSystem = { principal: systemPrincipal };

describe('personal access tokens', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start();
  });
  afterAll(() => host.close());

  const create = (principal: Principal, body: { description: string; expiration_date?: string }) =>
    host.bus.request(createPersonalToken, { body }, { principal });
  const list = async (principal: Principal) => (await host.bus.request(listPersonalTokens, {}, { principal })).tokens;
  const verify = (token: string, carrier: 'authorization' | 'session' | 'self-hosted' = 'authorization') =>
    host.bus.request(verifyUserCredential, { body: { carrier, token } }, asSystem);
  const open = async (token: string) => (await host.bus.request(openSession, { body: { token } }, asSystem)).secret;
  const expiredToken = (userId: string, more: Partial<PersonalTokenEntity> = {}): PersonalTokenEntity => ({
    id: randomUUID(),
    userId,
    description: 'old',
    hash: randomBytes(32),
    expires: new Date('2026-01-01T00:00:00Z'),
    keptUntilUsed: false,
    created: new Date('2025-01-01T00:00:00Z'),
    isSession: false,
    openedBy: null,
    browserHash: null,
    verified: null,
    ...more,
  });

  it('are listed newest first, those that are over and sessions of the console included', async () => {
    const ada = await host.createUser();
    await host.run((tx) => tx.insert(PersonalTokenEntity, expiredToken(ada.id)));
    const { token } = await create(ada, { description: 'cli', expiration_date: '2999-01-01' });
    await open(token);
    expect(await list(ada)).toMatchObject([
      { description: 'Session of the console' },
      { description: 'cli', expires: '2999-01-01T00:00:00+00:00' },
      { description: 'old', expires: '2026-01-01T00:00:00+00:00' },
    ]);
  });

  it('are seen by their own user only', async () => {
    const [ada, bob] = await Promise.all([host.createUser(), host.createUser()]);
    await create(ada, { description: 'of Ada' });
    expect(await list(bob)).toEqual([]);
  });

  it('that never end have no date', async () => {
    const root = await host.root();
    expect(await list(root)).toContainEqual({ id: root.key, description: 'First token', expires: null });
  });

  it('end the sessions that they opened with them, and everyone who caches one of these hears it', async () => {
    const ada = await host.createUser();
    const { id, token } = await create(ada, { description: 'for the console' });
    const secret = await open(token);
    const { key } = await verify(secret, 'session');
    host.heard.length = 0;
    await host.bus.request(deletePersonalToken, { params: { token_id: id } }, { principal: ada });
    expect(await refusalOf(verify(secret, 'session'))).toBe('unauthorized: The session has ended. Sign in again');
    expect(host.heard).toEqual([{ key: id }, { key }]);
  });

  it('are a thousand of a user at most, however many are created at the same time; sessions do not count', async () => {
    const ada = await host.createUser();
    const rows = Array.from({ length: TOKENS_MAX - 1 }, () => expiredToken(ada.id));
    const sessions = Array.from({ length: 5 }, () => expiredToken(ada.id, { isSession: true }));
    await host.run((tx) => tx.insert(PersonalTokenEntity, [...rows, ...sessions]));
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => refusalOf(create(ada, { description: 'one more' }))),
    );
    const refusal = 'quota_exceeded: A user has at most 1000 tokens';
    expect(outcomes.sort()).toEqual(['accepted', refusal, refusal, refusal]);
  });

  it.each(['2020-01-01', 'tomorrow'])('are not created to end %s', async (expiration_date) => {
    const ada = await host.createUser();
    expect(await refusalOf(create(ada, { description: 'x', expiration_date }))).toMatch(/^invalid_request/);
    expect(await list(ada)).toEqual([]);
  });

  it('are void while their user is disabled', async () => {
    const ada = await host.createUser();
    const { id, token } = await create(ada, { description: 'cli' });
    const secret = await open(token);
    const reference = { body: { kind: 'pat', id: ada.id, key: id } } as const;
    await host.run((tx) => tx.update(UserEntity, { id: ada.id }, { disabled: true }));
    expect(await refusalOf(verify(token))).toBe('unauthorized: Unauthorized');
    expect(await refusalOf(verify(secret, 'session'))).toBe('unauthorized: Unauthorized');
    expect(await refusalOf(host.bus.request(resolveUser, reference, asSystem))).toMatch(/^unauthorized/);
    await host.run((tx) => tx.update(UserEntity, { id: ada.id }, { disabled: false }));
    expect(await verify(token)).toMatchObject({ id: ada.id, accounts: [] });
  });

  it('count in a header, and the secrets of sessions in a cookie, neither in the place of the other', async () => {
    const secret = await open(TOKEN);
    expect(await verify(secret, 'session')).toMatchObject({ type: 'ROOT' });
    expect(await refusalOf(verify(secret))).toBe('unauthorized: Unauthorized');
    expect(await refusalOf(verify(TOKEN, 'session'))).toMatch(/^unauthorized: The session has ended/);
    expect(await refusalOf(open(secret))).toMatch(/^unauthorized: This is not a personal access token/);
  });

  it('are needed, unless the deployment takes roles without a credential', async () => {
    expect(await refusalOf(verify('root', 'self-hosted'))).toBe('unauthorized: Unauthorized');
    const trusting = await AccountsHost.start({ SELF_HOSTED_ROLES: 'on' });
    const body = { carrier: 'self-hosted', token: 'root' } as const;
    expect(await trusting.bus.request(verifyUserCredential, { body }, asSystem)).toMatchObject({
      kind: 'user',
      type: 'ROOT',
      accounts: [{ slug: 'lectern', role: 'AOWNER' }],
    });
    await trusting.run((tx) => tx.update(UserEntity, { type: 'ROOT' }, { disabled: true }));
    expect(await refusalOf(trusting.bus.request(verifyUserCredential, { body }, asSystem))).toMatch(/^unauthorized/);
    await trusting.close();
  });
});
