import fc from 'fast-check';
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

describe('any date of the years 1 to 9999', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });

  it('is written in UTC without suffix, with microseconds or none, and can be read back', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const written = naiveUtc(date);
        expect(written).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/);
        expect(written).not.toMatch(/\.0+$/);
        expect(new Date(`${written}Z`)).toEqual(date);
        expect(parseInstant(written)).toEqual(date);
      }),
    );
  });

  it('is written with its offset the same, for dates of keys', () => {
    fc.assert(fc.property(dates, (date) => void expect(utcWithOffset(date)).toBe(`${naiveUtc(date)}+00:00`)));
  });

  it('sorts as text as it does in time, as long as all have whole seconds', () => {
    fc.assert(
      fc.property(dates, dates, (one, other) => {
        const whole = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000);
        const [a, b] = [whole(one), whole(other)];
        expect(naiveUtc(a) < naiveUtc(b)).toBe(a.getTime() < b.getTime());
      }),
    );
  });
});
