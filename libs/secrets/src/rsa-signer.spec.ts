import { createHmac } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import { base64url, decodeProtectedHeader } from 'jose';
import { masterKeyOf, randomSecret } from './master-key';
import { claimsRsaType, newRsaKey, RsaSigner } from './rsa-signer';
import { SecretEnvelope } from './secret-envelope';
import type { SigningKeyRow } from './token-signer';

const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
const now = new Date('2026-01-01T00:00:00Z');
const exp = now.getTime() / 1_000 + 10;
const expected = { type: 'at+jwt', leewayS: 0, now };

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );

describe('RsaSigner', () => {
  let row: SigningKeyRow;
  let signer: RsaSigner;
  let token: string;
  beforeAll(async () => {
    row = await newRsaKey(envelope);
    signer = await RsaSigner.open([row], envelope);
    token = await signer.sign({ sub: 'a', exp }, 'at+jwt');
  });

  it('verifies what it signed, until it ends', async () => {
    expect(await signer.verify(token, expected)).toEqual({ sub: 'a', exp });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: row.id });
    const later = { ...expected, now: new Date((exp + 1) * 1_000) };
    expect(await outcome(signer.verify(token, later))).toBe('unauthorized: JWT has expired');
    expect(await outcome(signer.verify(token, { ...later, leewayS: 60 }))).toBe('accepted');
  });

  it('takes a token of a clock that is less than its leeway off, and none of one that is five minutes off', async () => {
    const at = (seconds: number) => ({ ...expected, leewayS: 60, now: new Date(now.getTime() + seconds * 1_000) });
    const issued = now.getTime() / 1_000;
    const fresh = await signer.sign({ sub: 'a', iat: issued, nbf: issued, exp: issued + 60 }, 'at+jwt');
    expect(await outcome(signer.verify(fresh, at(-59)))).toBe('accepted');
    expect(await outcome(signer.verify(fresh, at(119)))).toBe('accepted');
    expect(await outcome(signer.verify(fresh, at(-300)))).toBe('unauthorized: Unauthorized');
    expect(await outcome(signer.verify(fresh, at(300)))).toBe('unauthorized: JWT has expired');
  });

  it('refuses other types, algorithms, keys and changed contents', async () => {
    const [, payload = '', signature = ''] = token.split('.');
    const head = (alg: string) => base64url.encode(JSON.stringify({ alg, typ: 'at+jwt', kid: row.id }));
    const changed = base64url.encode(JSON.stringify({ sub: 'b', exp }));
    const symmetric = `${head('HS256')}.${payload}`;
    const mac = createHmac('sha256', row.publicKey).update(symmetric).digest('base64url');
    const foreign = await RsaSigner.open([await newRsaKey(envelope)], envelope);
    const wrong = [
      `${head('none')}.${payload}.`,
      `${symmetric}.${mac}`,
      `${token.split('.')[0]}.${changed}.${signature}`,
      await foreign.sign({ sub: 'a', exp }, 'at+jwt'),
      await signer.sign({ sub: 'a' }, 'at+jwt'),
      await signer.sign({ sub: 'a', exp }, 'other+jwt'),
      'x',
    ];
    for (const bad of wrong) expect(await outcome(signer.verify(bad, expected))).toBe('unauthorized: Unauthorized');
  });

  it('signs with the first of its keys, and verifies with all', async () => {
    const newer = await newRsaKey(envelope);
    const both = await RsaSigner.open([newer, row], envelope);
    expect(await both.verify(token, expected)).toMatchObject({ sub: 'a' });
    expect(decodeProtectedHeader(await both.sign({ exp }, 'at+jwt')).kid).toBe(newer.id);
    expect(both.privateJwks.map(({ kid, kty, d }) => [kid, kty, typeof d])).toEqual([
      [newer.id, 'RSA', 'string'],
      [row.id, 'RSA', 'string'],
    ]);
  });

  it('keeps private keys sealed', async () => {
    expect(row.privateKey).toMatch(/^v2\./);
    const other = new SecretEnvelope([masterKeyOf(randomSecret())]);
    await expect(RsaSigner.open([row], other)).rejects.toThrow();
  });

  it('knows what a token claims to be', () => {
    expect([token, 'x', '', 'a.b.c'].map((one) => claimsRsaType(one, 'at+jwt'))).toEqual([true, false, false, false]);
    expect(claimsRsaType(token, 'pat+jwt')).toBe(false);
  });
});
