import { SignJWT } from 'jose';
import { claimedPeer, signPeerToken, verifyPeerToken } from './peer-token';

const key = 'a key that two hosts of this test share';
const talk = { from: 'zone:east', to: 'accounts', key };

describe('the token of a peer', () => {
  it('is accepted by holders of the same key, for a minute plus the difference of the clocks', async () => {
    const ends = await verifyPeerToken(await signPeerToken(talk), talk);
    expect(ends - Date.now()).toBeGreaterThan(100_000);
    expect(ends - Date.now()).toBeLessThanOrEqual(120_000);
  });

  it('says who it is from, and no other token does', async () => {
    const other = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuer('x').sign(Buffer.from(key));
    expect(claimedPeer(await signPeerToken(talk))).toBe('zone:east');
    expect([claimedPeer(other), claimedPeer('no token'), claimedPeer('')]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['of another key', { ...talk, key: 'a key that nobody shares with anybody' }],
    ['from another host', { ...talk, from: 'zone:west' }],
    ['for another host, such as one sent back', { ...talk, to: 'zone:east' }],
  ])('%s is refused', async (_, expected) => {
    await expect(verifyPeerToken(await signPeerToken(talk), expected)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('of yesterday is refused, and one that claims to last for ever', async () => {
    const made = (issued: number, expires: number) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'peer+jwt' })
        .setIssuer(talk.from)
        .setAudience(talk.to)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(Buffer.from(key));
    const now = Math.floor(Date.now() / 1_000);
    for (const token of [await made(now - 86_400, now - 86_340), await made(now - 86_400, now + 86_400)])
      await expect(verifyPeerToken(token, talk)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('that is not signed is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: talk.from, aud: talk.to, iat: now, exp: now + 60 };
    const token = `${part({ alg: 'none', typ: 'peer+jwt' })}.${part(claims)}.`;
    await expect(verifyPeerToken(token, talk)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
