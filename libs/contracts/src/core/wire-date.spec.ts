import { parseInstant } from '../validation/instant';
import { naiveUtc, utcWithOffset } from './wire-date';

describe('naiveUtc', () => {
  it('has no suffix, and a fraction only when there is one', () => {
    expect(naiveUtc(new Date('2026-04-01T10:00:00Z'))).toBe('2026-04-01T10:00:00');
    expect(naiveUtc(new Date('2026-04-01T10:00:00.050Z'))).toBe('2026-04-01T10:00:00.050000');
  });
});

describe('utcWithOffset', () => {
  it('can be read back', () => {
    const date = new Date('2026-04-01T10:00:00.007Z');
    expect(utcWithOffset(date)).toBe('2026-04-01T10:00:00.007000+00:00');
    expect(parseInstant(utcWithOffset(date))).toEqual(date);
  });
});
