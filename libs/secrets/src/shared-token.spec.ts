import { masterKeysOf, randomSecret } from './master-key';
import { SecretEnvelope } from './secret-envelope';
import { SharedTokens } from './shared-token';

const [mine, other] = [randomSecret(), randomSecret()];
const tokens = new SharedTokens(new SecretEnvelope(masterKeysOf(mine)), 'files');
const now = new Date('2026-01-01T00:00:00Z');
const exp = now.getTime() / 1_000 + 60;

describe('A shared token', () => {
  it('says what was signed until it expires', () => {
    const token = tokens.sign({ uri: 'a/b', exp });
    expect(tokens.read(token, now)).toEqual({ uri: 'a/b', exp });
    expect(tokens.read(token, new Date(exp * 1_000))).toBeUndefined();
  });

  it('is read after the master key was rotated, and with no other key', () => {
    const token = tokens.sign({ exp });
    const rotated = new SharedTokens(new SecretEnvelope(masterKeysOf(`${other},${mine}`)), 'files');
    expect(rotated.read(token, now)).toEqual({ exp });
    expect(new SharedTokens(new SecretEnvelope(masterKeysOf(other)), 'files').read(token, now)).toBeUndefined();
    expect(new SharedTokens(new SecretEnvelope(masterKeysOf(mine)), 'others').read(token, now)).toBeUndefined();
  });

  it('that was changed, or is none, says nothing', () => {
    const [header = '', , mac = ''] = tokens.sign({ exp }).split('.');
    const body = Buffer.from(JSON.stringify({ exp: exp + 1 })).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const wrong of [`${header}.${body}.${mac}`, `${none}.${body}.`, '', 'a.b.c', `${header}.${body}`, '..'])
      expect([wrong, tokens.read(wrong, now)]).toEqual([wrong, undefined]);
    expect(tokens.read(tokens.sign({ uri: 'without an end' }), now)).toBeUndefined();
  });
});
