import { verifyUserCredential } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { OauthKeyEntity } from './oauth-key.entity';
import { KEY_AGE_MS_MAX, OauthKeys } from './oauth-keys';
import { OauthRecordEntity } from './oauth-record.entity';
import { OauthTidying } from './oauth-tidying';
import { UserTokens } from './user-tokens';

const HOUR_MS = 3_600_000;

describe('keys and records of the authorization server', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start();
  });
  afterAll(() => host.close());

  const kidsOf = async () => (await host.get(OauthKeys).signer()).privateJwks.map(({ kid }) => kid);
  const verify = (token: string) =>
    refusalOf(
      host.bus.request(
        verifyUserCredential,
        { body: { carrier: 'authorization', token } },
        { principal: systemPrincipal },
      ),
    );
  const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

  it('change without an interruption: a new key is published before it signs, an old one verifies for a while', async () => {
    const ada = await host.createUser();
    const tokens = host.get(UserTokens);
    const before = (await tokens.issue(ada.id)).access_token;
    const [first] = await kidsOf();
    await host.get(OauthKeys).rotate(new Date(Date.now() + KEY_AGE_MS_MAX + HOUR_MS));
    expect(await kidsOf()).toHaveLength(2);
    expect(headerOf((await tokens.issue(ada.id)).access_token).kid).toBe(first);

    await host.run(async (tx) => {
      for (const { id } of await tx.find(OauthKeyEntity)) {
        const ageMs = id === first ? KEY_AGE_MS_MAX + HOUR_MS : HOUR_MS;
        await tx.update(OauthKeyEntity, { id }, { created: new Date(Date.now() - ageMs) });
      }
    });
    await host.get(OauthKeys).rotate();
    const after = (await tokens.issue(ada.id)).access_token;
    expect(headerOf(after).kid).not.toBe(first);
    expect([await verify(before), await verify(after)]).toEqual(['accepted', 'accepted']);
  });

  it('are forgotten an hour after they expire; until then clients learn that a token has expired', async () => {
    const ada = await host.createUser();
    await host.get(UserTokens).issue(ada.id);
    const count = () => host.run((tx) => tx.countBy(OauthRecordEntity, { userId: ada.id }));
    expect(await count()).toBe(3);
    await host.get(OauthTidying).tidy();
    expect(await count()).toBe(3);
    const expires = new Date(Date.now() - 2 * HOUR_MS);
    await host.run((tx) => tx.update(OauthRecordEntity, { userId: ada.id, kind: 'AccessToken' }, { expires }));
    await host.get(OauthTidying).tidy();
    expect(await count()).toBe(2);
  });
});
