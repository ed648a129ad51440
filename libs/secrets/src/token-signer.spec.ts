import { AppError } from '@lectern/contracts/core';
import { base64url } from 'jose';
import { masterKeyOf, randomSecret } from './master-key';
import { SecretEnvelope } from './secret-envelope';
import { newSigningKey, tokenHash, TokenSigner } from './token-signer';

const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
const now = new Date('2026-01-01T00:00:00Z');
const exp = now.getTime() / 1_000 + 10;
const expected = { type: 'temporal+jwt', issuer: 'http://zone', leewayS: 0, now };

async function newSigner(): Promise<TokenSigner> {
  return TokenSigner.open([await newSigningKey(envelope)], envelope);
}

function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'accepted',
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );
}

describe('TokenSigner', () => {
  let signer: TokenSigner;
  let token: string;
  beforeAll(async () => {
    signer = await newSigner();
    token = await signer.sign({ iss: 'http://zone', sub: 'a', exp }, 'temporal+jwt');
  });

  it('verifies what it signed', async () => {
    await expect(signer.verify(token, expected)).resolves.toEqual({ iss: 'http://zone', sub: 'a', exp });
  });

  it('refuses it past its end, by the second', async () => {
    await expect(refusalOf(signer.verify(token, { ...expected, now: new Date(exp * 1_000) }))).resolves.toBe(
      'unauthorized: JWT has expired',
    );
    await expect(signer.verify(token, { ...expected, now: new Date(exp * 1_000 - 1) })).resolves.toMatchObject({
      sub: 'a',
    });
  });

  it('knows ends between two seconds', async () => {
    const short = await signer.sign({ iss: 'http://zone', exp: exp + 0.25 }, 'temporal+jwt');
    await expect(signer.verify(short, { ...expected, now: new Date(exp * 1_000 + 249) })).resolves.toBeDefined();
    await expect(refusalOf(signer.verify(short, { ...expected, now: new Date(exp * 1_000 + 250) }))).resolves.toContain(
      'expired',
    );
    await expect(
      signer.verify(short, { ...expected, leewayS: 60, now: new Date(exp * 1_000 + 60_000) }),
    ).resolves.toBeDefined();
  });

  it('refuses another purpose and another issuer', async () => {
    await expect(refusalOf(signer.verify(token, { ...expected, type: 'ephemeral+jwt' }))).resolves.toBe(
      'unauthorized: Unauthorized',
    );
    await expect(refusalOf(signer.verify(token, { ...expected, issuer: 'http://other' }))).resolves.toBe(
      'unauthorized: Unauthorized',
    );
  });

  it('refuses a token of another key', async () => {
    const foreign = await (await newSigner()).sign({ iss: 'http://zone', exp }, 'temporal+jwt');
    await expect(refusalOf(signer.verify(foreign, expected))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('refuses a changed payload, a changed signature, no signature, alg none and no end', async () => {
    const [header = '', , signature = ''] = token.split('.');
    const payload = base64url.encode(JSON.stringify({ iss: 'http://zone', sub: 'b', exp }));
    const none = base64url.encode(JSON.stringify({ alg: 'none', typ: 'temporal+jwt' }));
    const endless = await signer.sign({ iss: 'http://zone' }, 'temporal+jwt');
    const tampered = `${token.slice(0, -4)}AAAA`;
    for (const bad of [
      `${header}.${payload}.${signature}`,
      tampered,
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      endless,
      'x',
      '',
    ])
      await expect(refusalOf(signer.verify(bad, expected))).resolves.toBe('unauthorized: Unauthorized');
  });

  it('verifies with older keys, and signs with the newest', async () => {
    const [older, newer] = [await newSigningKey(envelope), await newSigningKey(envelope)];
    const before = await (await TokenSigner.open([older], envelope)).sign({ iss: 'http://zone', exp }, 'temporal+jwt');
    const rotated = await TokenSigner.open([newer, older], envelope);
    await expect(rotated.verify(before, expected)).resolves.toBeDefined();
    const after = await rotated.sign({ iss: 'http://zone', exp }, 'temporal+jwt');
    await expect(refusalOf((await TokenSigner.open([older], envelope)).verify(after, expected))).resolves.toContain(
      'unauthorized',
    );
  });

  it('keeps the private key unreadable without the master key', async () => {
    const row = await newSigningKey(envelope);
    expect(row.privateKey).not.toContain('"d"');
    await expect(TokenSigner.open([row], new SecretEnvelope([masterKeyOf(randomSecret())]))).rejects.toThrow(
      /SECRETS_KEY/,
    );
  });
});

describe('tokenHash', () => {
  it('is SHA-256', () => {
    expect(tokenHash('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
