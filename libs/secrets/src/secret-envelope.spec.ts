import { createCipheriv } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrCreateKeyFile } from './key-file';
import { masterKeyOf, masterKeysOf, randomSecret } from './master-key';
import { envelopesIn, SecretEnvelope } from './secret-envelope';

const old = masterKeyOf('old secret of more than 32 characters');
const current = masterKeyOf('new secret of more than 32 characters');

describe('SecretEnvelope', () => {
  const envelope = new SecretEnvelope([current]);

  it('opens what it sealed, for the same purpose', () => {
    expect(envelope.open(envelope.seal('hunter2 ✓', 'driver:1'), 'driver:1')).toBe('hunter2 ✓');
  });

  it('does not open for another purpose', () => {
    expect(() => envelope.open(envelope.seal('hunter2', 'driver:1'), 'driver:2')).toThrow(/sealed for something else/);
  });

  it('does not open what was changed, in any part', () => {
    const sealed = envelope.seal('hunter2', 'p');
    for (const [index, part] of sealed.split('.').entries()) {
      const parts = sealed.split('.');
      parts[index] = (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
      expect(() => envelope.open(parts.join('.'), 'p')).toThrow();
    }
    expect(() => envelope.open('v1', 'p')).toThrow();
    expect(() => envelope.open(sealed.slice(0, 40), 'p')).toThrow();
  });

  it('never seals the same text to the same envelope, and shows nothing of it', () => {
    const [first, second] = [envelope.seal('hunter2', 'p'), envelope.seal('hunter2', 'p')];
    expect(first).not.toBe(second);
    expect(first).not.toContain('hunter2');
  });

  it('opens after a rotation, and seals with the new key', () => {
    const sealed = new SecretEnvelope([old]).seal('hunter2', 'p');
    const rotated = new SecretEnvelope([current, old]);
    expect(rotated.open(sealed, 'p')).toBe('hunter2');
    expect(envelope.open(rotated.seal('x', 'p'), 'p')).toBe('x');
  });

  it('names the missing key when the old one is gone, and not the secret', () => {
    const sealed = new SecretEnvelope([old]).seal('hunter2', 'p');
    expect(() => envelope.open(sealed, 'p')).toThrow(new RegExp(`${old.id}.*SECRETS_KEY`));
  });
});

describe('masterKeysOf', () => {
  it('takes the first of several secrets for sealing', () => {
    expect(masterKeysOf(`${'a'.repeat(32)}, ${'b'.repeat(32)}\n`)).toEqual([
      masterKeyOf('a'.repeat(32)),
      masterKeyOf('b'.repeat(32)),
    ]);
  });

  it('refuses short secrets and none at all', () => {
    expect(() => masterKeysOf('short')).toThrow(/32/);
    expect(() => masterKeysOf(`${'a'.repeat(32)},short`)).toThrow(/32/);
    expect(() => masterKeysOf(' \n')).toThrow();
  });
});

describe('readOrCreateKeyFile', () => {
  it('makes one private file however many start at once, and keeps it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    try {
      const path = join(folder, 'deeper', 'secrets-key');
      const texts = await Promise.all(Array.from({ length: 8 }, () => readOrCreateKeyFile(path)));
      expect(new Set(texts).size).toBe(1);
      expect(masterKeysOf(texts[0] ?? '')).toHaveLength(1);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readOrCreateKeyFile(path)).toBe(await readFile(path, 'utf8'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('makes secrets that differ', () => {
    expect(randomSecret()).not.toBe(randomSecret());
  });
});

/** As earlier versions sealed. */
const EARLIER = 'v1.' + old.id + '.AAAAAAAAAAAAAAAA.' + earlierSecret('hunter2', `v1.${old.id}.p`);

function earlierSecret(text: string, authenticated: string): string {
  const cipher = createCipheriv('aes-256-gcm', old.bytes, Buffer.alloc(12), { authTagLength: 16 });
  cipher.setAAD(Buffer.from(authenticated));
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

describe('another master key', () => {
  const rotating = new SecretEnvelope([current, old]);
  const after = new SecretEnvelope([current]);

  it('replaces the earlier one within any text, and nobody needs the purpose', () => {
    const earlier = new SecretEnvelope([old]);
    const document = JSON.stringify({
      a: earlier.seal('one', 'p'),
      b: [earlier.seal('two', 'q')],
      c: after.seal('3', 'r'),
    });
    const { text, changed, left } = rotating.reseal(document);
    expect([changed, left]).toEqual([2, 0]);
    const { a, b, c } = JSON.parse(text);
    expect([after.open(a, 'p'), after.open(b[0], 'q'), after.open(c, 'r')]).toEqual(['one', 'two', '3']);
    expect(rotating.reseal(text)).toEqual({ text, changed: 0, left: 0 });
  });

  it('replaces it in envelopes of earlier versions, which open for their purpose alone', () => {
    expect(new SecretEnvelope([old]).open(EARLIER, 'p')).toBe('hunter2');
    const { text, changed } = rotating.reseal(EARLIER);
    expect([changed, text.includes(old.id)]).toEqual([1, false]);
    expect(after.open(text, 'p')).toBe('hunter2');
    expect(() => after.open(text, 'q')).toThrow(/sealed for something else/);
    const third = masterKeyOf('third secret of more than 32 characters');
    const moved = new SecretEnvelope([third, current]).reseal(text);
    expect(new SecretEnvelope([third]).open(moved.text, 'p')).toBe('hunter2');
  });

  it('leaves what is damaged, names an unknown key or only looks like an envelope, and counts it', () => {
    const damaged = new SecretEnvelope([old]).seal('x', 'p').replace(/\.[\w-]{80}\./, `.${'A'.repeat(80)}.`);
    const unknown = new SecretEnvelope([masterKeyOf('a third secret of more than 32 characters')]).seal('x', 'p');
    const looks = `v1.${old.id}.short.${'A'.repeat(40)}`;
    const text = [damaged, unknown, looks].join(' ');
    expect(rotating.reseal(text)).toEqual({ text, changed: 0, left: 3 });
  });

  it('is found by the envelopes that name it', () => {
    const text = `${new SecretEnvelope([old]).seal('x', 'p')},${EARLIER},${after.seal('y', 'p')}`;
    expect(envelopesIn(text)).toEqual([
      { keyId: old.id, count: 2 },
      { keyId: current.id, count: 1 },
    ]);
    expect(rotating.keyIds).toEqual([current.id, old.id]);
  });
});
