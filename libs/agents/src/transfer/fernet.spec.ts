import fc from 'fast-check';
import { openFernet, sealFernet } from './fernet';
import { passphraseKey } from './passphrase-key';

/** Of the specification of Fernet: `generate.json` and `verify.json`. */
const SPECIFIED = {
  key: 'cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=',
  date: new Date('1985-10-26T01:20:00-07:00'),
  iv: Uint8Array.from({ length: 16 }, (_, at) => at),
  text: 'hello',
  token: 'gAAAAAAdwJ6wAAECAwQFBgcICQoLDA0ODy021cpGVWKZ_eEwCGM4BLLF_5CV9dOPmrhuVUPgJobwOz7JcbmrR64jVmpU4IwqDA==',
};
/** Made by the package `cryptography` of Python, version 48. */
const OF_PYTHON = {
  passphrase: 'correct horse battery ✓',
  salt: Uint8Array.from({ length: 16 }, (_, at) => at),
  date: new Date(1_767_323_045_000),
  iv: Uint8Array.from({ length: 16 }, (_, at) => at + 16),
  text: '{"version": "1", "zebra": "ä"}',
  key: 'j1nmJhmQpLtvEu5HPKt7HhZHZVE1myJngqH5vj2pZx8=',
  token:
    'gAAAAABpVzWlEBESExQVFhcYGRobHB0eH4WybL6vH5VqGWAaHwIs4UWreqUhbLeGG31IlPhdFp_-eNSslIPPOTt9wL93uuWzyootROCruqBiXg2DHog1qcE=',
};
const key = Buffer.from(SPECIFIED.key, 'base64url');
const textOf = (bytes: Buffer | undefined) => bytes?.toString('utf8');

describe('Fernet', () => {
  it('makes and opens the tokens of its specification', () => {
    const { token, text, iv, date } = SPECIFIED;
    expect(sealFernet(Buffer.from(text), key, { iv, date })).toBe(token);
    expect(textOf(openFernet(token, key))).toBe(text);
  });

  it('makes and opens, with the key of a passphrase, what Python makes', async () => {
    const { passphrase, salt, iv, date, text, token, key: derived } = OF_PYTHON;
    const own = await passphraseKey(passphrase, salt, { owner: 'spec' });
    expect(own.toString('base64url')).toBe(derived.replaceAll('=', ''));
    expect(textOf(openFernet(token, own))).toBe(text);
    expect(sealFernet(Buffer.from(text), own, { iv, date })).toBe(token);
  });

  it('opens everything that it made, and nothing else', () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 200 });
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (content, at, change) => {
        const token = sealFernet(content, key);
        expect(openFernet(token, key)).toEqual(Buffer.from(content));
        const damaged = Buffer.from(token, 'base64url');
        const place = at % damaged.length;
        damaged[place] = (damaged[place] ?? 0) ^ change;
        const padded = damaged.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
        expect(openFernet(padded, key)).toBeUndefined();
        expect(openFernet(token, Buffer.alloc(32))).toBeUndefined();
      }),
    );
  });

  it.each(['', 'gAAA', SPECIFIED.token.slice(4), SPECIFIED.token.slice(0, -4), `${SPECIFIED.token}AAAA`, '{"a": 1} '])(
    'refuses %j',
    (token) => {
      expect(openFernet(token, key)).toBeUndefined();
    },
  );
});
