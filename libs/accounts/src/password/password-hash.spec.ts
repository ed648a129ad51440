import { isOutdatedHash, matchesPasswordHash, passwordHash } from './password-hash';

describe('the hash of a password', () => {
  it('matches its password alone, in whichever way its letters were typed', async () => {
    const hash = await passwordHash('Ñandú-1837');
    expect(await matchesPasswordHash('Ñandú-1837', hash)).toBe(true);
    expect(await matchesPasswordHash('Ñandú-1837'.normalize('NFD'), hash)).toBe(true);
    expect(await matchesPasswordHash('ñandú-1837', hash)).toBe(false);
    expect(await matchesPasswordHash('', hash)).toBe(false);
  });

  it('is another one each time, and gives no part of the password away', async () => {
    const [one, other] = await Promise.all([passwordHash('Tides-1837'), passwordHash('Tides-1837')]);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('of another cost still matches, and is outdated', async () => {
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.from('somesaltsomesalt');
    const cost = { memory: 8_192, passes: 1, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: 'Tides-1837', nonce, tagLength: 32, ...cost });
    const [salt, written] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
    const hash = `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${written}`;
    expect(await matchesPasswordHash('Tides-1837', hash)).toBe(true);
    expect(isOutdatedHash(hash)).toBe(true);
    expect(isOutdatedHash(await passwordHash('Tides-1837'))).toBe(false);
  });

  it.each(['', 'Tides-1837', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$', '$2b$10$abcdefghijklmnopqrstuv'])(
    'in another format, %j, matches nothing',
    async (hash) => {
      expect(await matchesPasswordHash('Tides-1837', hash)).toBe(false);
    },
  );
});
