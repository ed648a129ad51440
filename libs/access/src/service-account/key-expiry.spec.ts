import { keyExpiry } from './key-expiry';

const now = new Date('2025-06-01T00:00:00Z');
const day = 86_400_000;
const newYear = new Date('2026-01-01T00:00:00Z');

describe('keyExpiry', () => {
  it.each([
    1_767_225_600,
    '1767225600',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2026-01-01T01:00:00+01:00',
  ])('reads %j', (expires) => {
    expect(keyExpiry(expires, now)).toEqual(newYear);
  });

  it.each([null, undefined, true, {}, [], '', 'soon', 1.5, Number.NaN, Infinity, '1e9', '-1', '2026-02-30'])(
    'does not take %p for a time',
    (expires) => {
      expect(() => keyExpiry(expires, now)).toThrow(
        expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('datetime') }),
      );
    },
  );

  it('refuses what is past, and now', () => {
    for (const expires of [0, -5, now.getTime() / 1_000, '2025-05-31T23:59:59Z']) {
      expect(() => keyExpiry(expires, now)).toThrow(/in the future/);
    }
  });

  it('refuses more than 1095 days', () => {
    const last = new Date(now.getTime() + 1_095 * day);
    expect(keyExpiry(last.toISOString(), now)).toEqual(last);
    expect(() => keyExpiry(new Date(last.getTime() + 1).toISOString(), now)).toThrow(/at most 1095 days/);
    expect(() => keyExpiry(Number.MAX_SAFE_INTEGER, now)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
