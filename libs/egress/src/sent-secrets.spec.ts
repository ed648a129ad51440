import fc from 'fast-check';
import { bytesWithoutSecrets, secretsSent, withoutSentSecrets } from './sent-secrets';

/** What a value becomes when a server repeats it in its own way. */
const writings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify(secret),
  (secret) => JSON.stringify({ echoed: { headers: { authorization: `Bearer ${secret}` } } }),
  (secret) => encodeURIComponent(secret),
  (secret) => `https://hook.example/?${new URLSearchParams({ key: secret }).toString()}`,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(secret).toString('base64url'),
  (secret) => Buffer.from(secret).toString('hex'),
];
/** As headers may be; the replacement must not become a part of another secret. */
const secretText = fc
  .string({ unit: fc.mapToConstant({ num: 94, build: (n) => String.fromCharCode(0x21 + n) }), minLength: 6 })
  .filter((text) => !/[[\]]/.test(text) && !'redacted'.includes(text));

async function bytesOf(text: string, sizes: readonly number[], secrets: readonly string[]): Promise<string> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    let from = 0;
    for (const size of sizes) {
      yield bytes.subarray(from, from + size);
      from += size;
    }
    yield bytes.subarray(from);
  }
  const parts: Uint8Array[] = [];
  for await (const part of bytesWithoutSecrets(pieces(), secrets)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('what a server repeats of a request', () => {
  it('never has a secret of it, however it is written, and wherever it is torn', async () => {
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(secretText, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(text, fc.nat(), fc.constantFrom(...writings)), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat({ max: 12 }), { maxLength: 40 }),
        async (secrets, parts, sizes) => {
          const echo = parts
            .map(([before, at, written]) => before + written(secrets[at % secrets.length] ?? ''))
            .join('');
          const shown = [withoutSentSecrets(echo, secrets), await bytesOf(echo, sizes, secrets)];
          for (const secret of secrets)
            for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
              for (const one of shown) expect(one).not.toContain(form);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stays as it is where it has none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.nat({ max: 5 })), async (text, sizes) => {
        const secrets = ['a-secret-that-nobody-says'];
        expect(withoutSentSecrets(text, secrets)).toBe(text);
        expect(await bytesOf(text, sizes, secrets)).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('loses all of the longest secret, not only a shorter one in it', () => {
    expect(withoutSentSecrets('abcdef-ghijkl', ['abcdef', 'abcdef-ghijkl'])).toBe('[redacted]');
  });

  it('keeps words that are too short to be secrets', () => {
    expect(withoutSentSecrets('version 2024', ['2024', 'v'])).toBe('version 2024');
  });

  it('comes line by line as it is sent, and only the end of an open line waits', async () => {
    const come: string[] = [];
    async function* pieces() {
      for (const piece of ['{"a":1}\n', '{"b":', '"the-secret"}\n']) {
        yield Buffer.from(piece);
        come.push('|');
      }
    }
    for await (const part of bytesWithoutSecrets(pieces(), ['the-secret'])) come.push(Buffer.from(part).toString());
    expect(come.join('')).toBe('{"a":1}\n||{"b":"[redacted]"}\n|');
  });
});

describe('secrets of a request', () => {
  it.each([
    [{ 'X-Token': 'the-token-1' }, undefined, ['the-token-1']],
    [{ authorization: 'Bearer the-token-1' }, undefined, ['Bearer the-token-1', 'the-token-1']],
    [
      { Authorization: `Basic ${Buffer.from('ada:password').toString('base64')}` },
      undefined,
      [expect.stringMatching(/^Basic /), expect.any(String), 'ada:password', 'password'],
    ],
    [{ cookie: 'a=first-cookie; b="second-cookie"' }, undefined, [expect.any(String), 'first-cookie', 'second-cookie']],
    [{ 'content-type': 'application/json', Accept: 'text/html', 'X-Short': 'abc' }, undefined, []],
    [{}, 'https://a.example/?lang=english&api_key=the-key-1&Sig=abc', ['the-key-1']],
  ])('are values of headers and keys in the address: %j %s', (headers, url, secrets) => {
    expect(secretsSent(headers, url)).toEqual(secrets);
  });
});
