import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrCreateKeyFile } from './key-file';
import { masterKeyOf, masterKeysOf, randomSecret } from './master-key';
import { SecretEnvelope } from './secret-envelope';

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
