import { createHash } from 'node:crypto';
import { resolveUser, verifyUserCredential } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { OauthRecordEntity } from './oauth-record.entity';
import { OauthRecords } from './oauth-records';
import { UserTokens } from './user-tokens';

const asSystem = { principal: systemPrincipal };
const REVOKED = 'unauthorized: The OAuth Access token is either nonexistent or revoked';

function partsOf(token: string): readonly Record<string, unknown>[] {
  return token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
}

describe('tokens of users', () => {
  let host: AccountsHost;
  let tokens: UserTokens;
  beforeAll(async () => {
    host = await AccountsHost.start();
    tokens = host.get(UserTokens);
  });
  afterAll(() => host.close());

  const verify = (token: string, carrier: 'authorization' | 'service-account' = 'authorization') =>
    host.bus.request(verifyUserCredential, { body: { carrier, token } }, asSystem);
  const rows = () => host.run((tx) => tx.find(OauthRecordEntity));

  it('are JWTs that name the user, the application, the scopes and when the user proved who they are', async () => {
    const ada = await host.createUser({ name: 'Ada Lovelace' });
    const { access_token } = await tokens.issue(ada.id, { verifiedAt: new Date(1_700_000_000_000) });
    const [header, claims] = partsOf(access_token);
    expect(header).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) });
    expect(claims).toEqual({
      client_id: 'console',
      exp: Number(claims?.['iat']) + 1_800,
      iat: expect.any(Number),
      nbf: claims?.['iat'],
      iss: 'http://127.0.0.1:8080',
      jti: expect.stringMatching(/^[\w-]{43}$/),
      sub: ada.id,
      scp: ['openid', 'offline_access', 'profile', 'email'],
      ext: { first_name: 'Ada', type: 'USER', last_verified_at: 1_700_000_000 },
    });
  });

  it('are accepted as the user, in the one header that is theirs', async () => {
    const ada = await host.createUser();
    const { access_token } = await tokens.issue(ada.id);
    expect(await verify(access_token)).toMatchObject({ kind: 'user', id: ada.id, type: 'USER', accounts: [] });
    expect(await refusalOf(verify(access_token, 'service-account'))).toBe('unauthorized: Unauthorized');
  });

  it('are stored as hashes, and what belongs to them sealed', async () => {
    const ada = await host.createUser();
    const { access_token, refresh_token } = await tokens.issue(ada.id);
    const stored = await rows();
    const hash = createHash('sha256').update(refresh_token).digest();
    expect(stored.filter((row) => row.hash.equals(hash)).map(({ kind }) => kind)).toEqual(['RefreshToken']);
    const text = JSON.stringify(stored);
    for (const secret of [refresh_token, access_token, String(partsOf(access_token)[1]?.['jti'])])
      expect(text).not.toContain(secret);
  });

  it('end at once when their grant does, and everyone who caches one hears it', async () => {
    const ada = await host.createUser();
    const { access_token } = await tokens.issue(ada.id);
    const { key } = await verify(access_token);
    const [grant] = (await rows()).filter(({ kind, userId }) => kind === 'Grant' && userId === ada.id);
    host.heard.length = 0;
    await host.get(OauthRecords).deleteGrant(grant?.hash ?? Buffer.alloc(0));
    expect(await refusalOf(verify(access_token))).toBe(REVOKED);
    expect(host.heard).toEqual([{ key }]);
    const reference = { body: { kind: 'user', id: ada.id, key } } as const;
    expect(await refusalOf(host.bus.request(resolveUser, reference, asSystem))).toBe(REVOKED);
    expect((await rows()).filter(({ userId }) => userId === ada.id)).toEqual([]);
  });

  it('are not stored by a request that was about to give them when their grant ended', async () => {
    const ada = await host.createUser();
    const { access_token } = await tokens.issue(ada.id);
    const records = host.get(OauthRecords);
    const given = (await rows()).filter(({ userId, kind }) => userId === ada.id && kind !== 'Grant');
    expect(given.map(({ kind }) => kind).toSorted()).toEqual(['AccessToken', 'RefreshToken']);
    await records.deleteGrant(given[0]?.grantHash ?? Buffer.alloc(0));
    for (const record of given) expect(await records.put(record)).toBe(false);
    expect(await refusalOf(verify(access_token))).toBe(REVOKED);
  });

  it('are void when changed, signed by nobody, or of a user who is gone', async () => {
    const [ada, bob] = await Promise.all([host.createUser(), host.createUser()]);
    const { access_token } = await tokens.issue(ada.id);
    const [head = '', , signature = ''] = access_token.split('.');
    const claims = { ...partsOf(access_token)[1], sub: bob.id };
    const changed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${access_token.split('.')[1]}.`;
    for (const bad of [changed, none, `${access_token}x`])
      expect(await refusalOf(verify(bad))).toBe('unauthorized: Unauthorized');
    await host.removeUser(ada.id);
    expect(await refusalOf(verify(access_token))).toBe(REVOKED);
  });

  it('continue no login that nobody began', async () => {
    const ada = await host.createUser();
    expect(await refusalOf(tokens.accept('unknown', ada.id, { by: 'pwd' }))).toBe(
      'not_found: login_challenge_expired_or_invalid',
    );
  });
});
