import { readConfig } from '@lectern/config';
import { AppError, type Principal } from '@lectern/contracts/core';
import { rateSlice } from './rate.config';
import { type RatedRequest, RequestRates } from './request-rates';

const MINUTE_MS = 60_000;
const off = Object.fromEntries(
  ['KEY', 'BOX', 'ACCOUNT', 'ROUTE'].map((name) => [`REQUESTS_OF_${name}_PER_MINUTE_MAX`, '0']),
);
const principal: Principal = { kind: 'sa', id: 'acc', key: 'k1', account: 'a1', kb: 'b1', roles: [] };
const request = (changes: Partial<Principal> = {}, operation = 'x.find'): RatedRequest => ({
  principal: { ...principal, ...changes },
  operation,
  network: '203.0.113.7',
});

describe('Requests per minute', () => {
  let nowMs: number;
  beforeEach(() => {
    nowMs = 7 * MINUTE_MS;
  });

  const newRates = (settings: Readonly<Record<string, string>>) =>
    new RequestRates(readConfig(rateSlice, { ...off, ...settings }), undefined, () => nowMs);
  /** How many of these requests are admitted. */
  const admitted = (rates: RequestRates, count: number, one = request()) => {
    let passed = 0;
    for (let time = 0; time < count; time += 1) {
      try {
        rates.admit(one);
        passed += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
      }
    }
    return passed;
  };
  const waitS = (rates: RequestRates): number => {
    try {
      rates.admit(request());
      return 0;
    } catch (error) {
      return Number((error as AppError).details.headers?.['Retry-After']);
    }
  };

  it.each([
    ['KEY', { key: 'k2' }],
    ['BOX', { kb: 'b2' }],
    ['ACCOUNT', { account: 'a2' }],
  ])('are limited by %s, and for each apart', (name, other) => {
    const rates = newRates({ [`REQUESTS_OF_${name}_PER_MINUTE_MAX`]: '5' });
    expect(admitted(rates, 9)).toBe(5);
    expect(admitted(rates, 9, request(other))).toBe(5);
    expect(admitted(rates, 9)).toBe(0);
  });

  it('are limited by operation and account, with limits of single operations', () => {
    const rates = newRates({ REQUESTS_OF_ROUTE_PER_MINUTE_MAX: '5', REQUESTS_OF_ROUTES: 'x.create=2' });
    expect([admitted(rates, 9), admitted(rates, 9, request({}, 'x.create'))]).toEqual([5, 2]);
    expect(admitted(rates, 9, request({ account: 'a2' }, 'x.create'))).toBe(2);
  });

  it('are those of an address without a credential, and never of hosts of the deployment', () => {
    const rates = newRates({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '3' });
    const guest = request({ kind: 'none', id: '', key: undefined, account: undefined, kb: undefined });
    expect(admitted(rates, 9, guest)).toBe(3);
    expect(admitted(rates, 9, { ...guest, network: '198.51.100.1' })).toBe(3);
    expect(admitted(rates, 9, request({ kind: 'peer', key: undefined }))).toBe(9);
  });

  it('are unlimited with 0', () => {
    expect(admitted(newRates({}), 10_000)).toBe(10_000);
  });

  it('never pass the limit in any minute, and a client that waits as it is told gets in', () => {
    const rates = newRates({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '60' });
    const times: number[] = [];
    let refusals = 0;
    // A clock of its own: prime steps over five minutes.
    for (const end = nowMs + 5 * MINUTE_MS; nowMs < end; nowMs += 137) {
      if (admitted(rates, 1) === 1) times.push(nowMs);
      else refusals += 1;
    }
    expect(refusals).toBeGreaterThan(1_000);
    expect(times.length).toBeGreaterThan(5 * 45);
    // The estimate takes requests of the window before as spread evenly: at most a part more than the limit.
    for (const [first, at] of times.entries())
      expect(times.filter((other, index) => index >= first && other < at + MINUTE_MS).length).toBeLessThanOrEqual(75);
    for (let time = 0; time < 20; time += 1) {
      const wait = waitS(rates);
      if (wait === 0) continue;
      nowMs += wait * 1_000;
      expect(waitS(rates)).toBe(0);
    }
  });

  it('say how long to wait, in the header and in the body', () => {
    const rates = newRates({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '2' });
    admitted(rates, 2);
    nowMs += 30_000;
    let refusal: unknown;
    try {
      rates.admit(request());
    } catch (error) {
      refusal = error;
    }
    const details = {
      detail: { message: expect.stringContaining('at most 2 per minute'), try_after: expect.any(Number) },
      headers: { 'Retry-After': '60' },
    };
    expect(refusal).toMatchObject({ code: 'rate_limited', details });
  });

  it('are not used up by requests that are refused', async () => {
    const rates = newRates({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '10', REQUESTS_OF_ACCOUNT_PER_MINUTE_MAX: '5' });
    expect(admitted(rates, 50)).toBe(5);
    expect(await rates.status(principal, 'a1')).toEqual({
      rates: [
        { name: 'key', limit: 10, used: 5 },
        { name: 'account', limit: 5, used: 5 },
      ],
    });
  });

  it('count in other instances, too, from a tenth of the limit', () => {
    const settings = { REQUESTS_OF_KEY_PER_MINUTE_MAX: '100' };
    const [one, other] = [newRates(settings), newRates(settings)];
    const exchange = () => {
      const [ofOne, ofOther] = [one.report(), other.report()];
      other.hear(ofOne);
      one.hear(ofOther);
      return ofOne.length + ofOther.length;
    };
    admitted(one, 5);
    expect(exchange()).toBe(0);
    let total = 5;
    for (let time = 0; time < 30; time += 1) {
      total += admitted(one, 4) + admitted(other, 4);
      exchange();
    }
    expect(total).toBeGreaterThanOrEqual(100);
    expect(total).toBeLessThanOrEqual(108);
    expect([waitS(one) > 0, waitS(other) > 0]).toEqual([true, true]);
    expect(exchange()).toBe(0);
  });

  it('hear nothing that makes no sense', () => {
    const rates = newRates({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '5' });
    rates.hear([
      { rate: 'constructor', of: 'k1', count: 9 },
      { rate: 'key', of: 'k1', count: -9 },
      { rate: 'key', of: 'k1', count: Number.NaN },
    ]);
    expect(admitted(rates, 9)).toBe(5);
  });

  it('remember a bounded number of owners', () => {
    const rates = newRates({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '1' });
    for (let key = 0; key < 60_000; key += 1) rates.admit(request({ key: `k${key}` }));
    expect(admitted(rates, 1, request({ key: 'k0' }))).toBe(1);
    expect(admitted(rates, 1, request({ key: 'k59999' }))).toBe(0);
    expect(rates.report().length).toBeLessThanOrEqual(2_000);
  });

  it('cost less than 50 µs per request', () => {
    const rates = newRates({ ...off, REQUESTS_OF_KEY_PER_MINUTE_MAX: '1000000000' });
    const all = newRates(
      Object.fromEntries(Object.keys(off).map((name) => [name, '1000000000'])) as Readonly<Record<string, string>>,
    );
    const startedMs = performance.now();
    for (let time = 0; time < 20_000; time += 1) all.admit(request({ key: `k${time % 5_000}` }));
    expect((performance.now() - startedMs) / 20_000).toBeLessThan(0.05);
    expect(admitted(rates, 1)).toBe(1);
  });

  it.each(['x.create', 'x.create=', 'x.create=-1', '=5'])('stop the start with the limit %j', (entry) => {
    expect(() => newRates({ REQUESTS_OF_ROUTES: entry })).toThrow(`REQUESTS_OF_ROUTES has ${entry}`);
  });
});
