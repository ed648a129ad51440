import { base32, newTotpSecret, otpauthUri, totpCode, totpStepAt, totpStepOf } from './one-time-password';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a one-time password', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('after %d s is the one of RFC 6238', (seconds, code) => {
    expect(totpCode(secret, totpStepAt(at(seconds)))).toBe(code);
    expect(totpStepOf(code, secret, at(seconds))).toBe(totpStepAt(at(seconds)));
  });

  it('counts half a minute earlier and later, no longer', () => {
    const step = totpStepAt(at(59));
    expect([30, 89].map((seconds) => totpStepOf('287082', secret, at(seconds)))).toEqual([step, step]);
    expect([90, 120].map((seconds) => totpStepOf('287082', secret, at(seconds)))).toEqual([undefined, undefined]);
  });

  it.each(['', '28708', '2870822', '287083', ' 287082', '٢٨٧٠٨٢'])('is not %j', (code) => {
    expect(totpStepOf(code, secret, at(59))).toBeUndefined();
  });

  it('comes from a secret that apps take as Base32, in an address with the names of who they are for', () => {
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(base32(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(otpauthUri(secret, { issuer: 'a&b.example', email: 'ada+1@acme.example' }));
    expect(uri.pathname).toBe('/a%26b.example:ada%2B1%40acme.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: base32(secret), issuer: 'a&b.example' });
  });
});
