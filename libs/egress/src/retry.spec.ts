import { pauseMs, retriesMax } from './retry';

describe('another attempt', () => {
  it('is only made for what can be done twice', () => {
    expect(['GET', 'PUT', 'POST', 'PATCH'].map((method) => retriesMax(method))).toEqual([2, 2, 0, 0]);
    expect(retriesMax('POST', true)).toBe(2);
  });

  it('waits longer each time, within half of the time more or less', () => {
    for (const attempt of [0, 1, 2]) {
      const pause = pauseMs(attempt) ?? 0;
      expect(pause).toBeGreaterThanOrEqual(100 * 2 ** attempt);
      expect(pause).toBeLessThanOrEqual(300 * 2 ** attempt);
    }
  });

  it('waits as long as the server asks for, if that is not long', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(pauseMs(0, '2', now)).toBe(2_000);
    expect(pauseMs(0, 'Thu, 01 Jan 2026 00:00:03 GMT', now)).toBe(3_000);
    expect(pauseMs(0, 'Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(pauseMs(0, '60', now)).toBeUndefined();
    expect(pauseMs(0, 'soon', now)).toBeLessThan(400);
  });
});
