import fc from 'fast-check';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { FileTokens, type TokenFile } from './file-tokens';

const envelopeOf = (secret: string) => new SecretEnvelope([masterKeyOf(secret)]);
const tokens = new FileTokens(envelopeOf('a secret of this test that is long enough'));
const now = new Date('2026-03-01T10:00:00Z');
const life = { now, expires: new Date(now.getTime() + 60_000) };
const plain: TokenFile = { key: 'a/b', sizeBytes: 3, contentType: 'text/plain', filename: 'a.txt', md5: 'm' };

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  // The middle part of a token is an object in JSON.
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

describe('A file token', () => {
  it('gives back all that was said of the file, in any script', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((word) => word.isWellFormed());
    const label = fc.record({ labelset: words, label: words });
    const files = fc.record(
      {
        key: words,
        sizeBytes: fc.nat(),
        contentType: words,
        filename: words,
        md5: words,
        password: words,
        language: words,
        labels: fc.array(label, { minLength: 1, maxLength: 3 }),
        strategies: fc.record({ extract: words, split: words }),
      },
      { requiredKeys: ['key', 'sizeBytes', 'contentType', 'filename', 'md5'] },
    );
    fc.assert(
      fc.property(files, (file) => {
        expect(tokens.read(tokens.sign('account', file, life), 'account', now)).toEqual({ ...file });
      }),
      { seed: 11, numRuns: 50 },
    );
  });

  it('has no members for what was not said', () => {
    const file = { ...plain, labels: [], language: '', password: '', strategies: { extract: '', split: '' } };
    expect(tokens.read(tokens.sign('account', file, life), 'account', now)).toEqual(plain);
  });

  it('keeps one strategy without the other', () => {
    const read = (strategies: object) =>
      tokens.read(tokens.sign('account', { ...plain, strategies }, life), 'account', now)?.strategies;
    expect(read({ extract: 'e' })).toEqual({ extract: 'e', split: '' });
    expect(read({ split: 's' })).toEqual({ extract: '', split: 's' });
  });

  it('is another one each time, so that nobody can tell whether two files are the same', () => {
    const [one, other] = [tokens.sign('account', plain, life), tokens.sign('account', plain, life)];
    expect(one).not.toBe(other);
    expect(claimsOf(one)['jti']).not.toBe(claimsOf(other)['jti']);
  });

  it('names its issuer, its account and its dates in seconds', () => {
    expect(claimsOf(tokens.sign('account', plain, life))).toMatchObject({
      iss: 'urn:processing',
      aud: 'urn:proxy',
      account: 'account',
      iat: now.getTime() / 1_000,
      exp: now.getTime() / 1_000 + 60,
    });
  });

  it('is refused when a character of it differs', () => {
    const token = tokens.sign('account', plain, life);
    const [head = '', claims = '', mac = ''] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claimsOf(token), uri: 'of/others' })).toString('base64url');
    const swapped = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
    for (const other of [`${head}.${changed}.${mac}`, `${head}.${claims}.${swapped}`, `${head}.${claims}`, '', '""'])
      expect(tokens.read(other, 'account', now)).toBeUndefined();
  });

  it('is refused when another deployment signed it', () => {
    const others = new FileTokens(envelopeOf('another secret that is also long enough'));
    expect(tokens.read(others.sign('account', plain, life), 'account', now)).toBeUndefined();
  });

  it('is valid until its last second, and no longer', () => {
    const token = tokens.sign('account', plain, life);
    expect(tokens.read(token, 'account', new Date(now.getTime() + 59_000))).toEqual(plain);
    expect(tokens.read(token, 'account', new Date(now.getTime() + 61_000))).toBeUndefined();
  });

  it('hides the password, but not the name of the file', () => {
    const token = tokens.sign('account', { ...plain, password: 'open sesame' }, life);
    const claims = claimsOf(token);
    expect(JSON.stringify(claims)).not.toContain('sesame');
    expect(claims['filename']).toBe('a.txt');
  });
});
