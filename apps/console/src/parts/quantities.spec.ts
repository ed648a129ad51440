import { byteSizeText, durationText, instantOf, relativeTimeText } from './quantities';

describe('quantities in words', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_540_000, '1.5 MB'],
    [54_000_000_000, '54 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(byteSizeText(bytes, 'en')).toBe(text);
  });

  it('follow the language', () => {
    expect(byteSizeText(1_540_000, 'es')).toBe('1,5 MB');
    expect(durationText(7_300, 'es')).toBe('2 horas');
  });

  it.each([
    ['2026-01-01T11:59:20', '40 seconds ago'],
    ['2026-01-01T14:00:00Z', 'in 2 hours'],
    ['2025-12-30T12:00:00.5+00:00', '2 days ago'],
    ['2026-01-01T12:00:00', 'now'],
  ])('%s is %s at noon', (instant, text) => {
    expect(relativeTimeText(instantOf(instant), new Date('2026-01-01T12:00:00Z'), 'en')).toBe(text);
  });

  it('of no time at all are a second', () => {
    expect(durationText(0, 'en')).toBe('1 second');
  });
});
