import { AppError } from '@lectern/contracts/core';
import { REFUSAL_TTL_MS, type RefusalReason, RefusedCredentials } from './refused-credentials';

const MINUTE_MS = 60_000;
const OFFICE = '203.0.113.7';

describe('refused credentials', () => {
  /** Calls to the services, and reasons of refusals. */
  let asked: string[];
  let reasons: RefusalReason[];
  let right: Set<string>;
  let refused: RefusedCredentials;

  beforeEach(() => {
    jest.useFakeTimers();
    asked = [];
    reasons = [];
    right = new Set();
    refused = new RefusedCredentials(3, (reason) => reasons.push(reason));
  });
  afterEach(() => jest.useRealTimers());

  const present = (key: string, network = OFFICE): Promise<string> =>
    refused
      .verify({ key, network }, async () => {
        asked.push(key);
        if (!right.has(key)) throw new AppError('unauthorized', `${key} is wrong`);
        return 'right';
      })
      .catch((error: unknown) => (error instanceof AppError ? error.code : 'bug'));

  it('are not requested again for a moment, and say the same', async () => {
    expect([await present('a'), await present('a', 'elsewhere')]).toEqual(['unauthorized', 'unauthorized']);
    expect([asked, reasons]).toEqual([['a'], ['unknown', 'cached']]);
    await expect(refused.verify({ key: 'a', network: OFFICE }, async () => 'right')).rejects.toThrow('a is wrong');
    jest.advanceTimersByTime(REFUSAL_TTL_MS + 1);
    await present('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('are requested again once anything has changed', async () => {
    await present('a');
    right.add('a');
    refused.invalidate();
    expect(await present('a')).toBe('right');
  });

  it('are not cached when something changed while the services were asked', async () => {
    const slow = refused.verify({ key: 'a', network: OFFICE }, async () => {
      refused.invalidate();
      throw new AppError('unauthorized', 'not yet');
    });
    await expect(slow).rejects.toThrow('not yet');
    right.add('a');
    expect(await present('a')).toBe('right');
  });

  it('make an address wait when there are many, without asking', async () => {
    for (const key of ['a', 'b', 'c']) expect(await present(key)).toBe('unauthorized');
    expect([await present('d'), await present('e'), await present('a')]).toEqual([
      'rate_limited',
      'rate_limited',
      'unauthorized',
    ]);
    expect([asked, reasons.slice(3)]).toEqual([
      ['a', 'b', 'c'],
      ['limited', 'limited', 'cached'],
    ]);
    expect(await present('d', 'elsewhere')).toBe('unauthorized');
    jest.advanceTimersByTime(MINUTE_MS);
    right.add('e');
    expect(await present('e')).toBe('right');
  });

  it('count once, however often one client repeats them', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      await present('a');
      jest.advanceTimersByTime(REFUSAL_TTL_MS + 1);
    }
    right.add('b');
    expect(await present('b')).toBe('right');
    expect(asked).toHaveLength(21);
  });

  it('do not shut out others who share the address and were let in before', async () => {
    right.add('known').add('new');
    expect(await present('known')).toBe('right');
    for (const key of ['a', 'b', 'c']) await present(key);
    expect([await present('known'), await present('new')]).toEqual(['right', 'rate_limited']);
  });

  it('are no longer exempt once they were right', async () => {
    right.add('known');
    await present('known');
    right.delete('known');
    for (const key of ['a', 'b', 'c']) await present(key);
    expect(await present('known')).toBe('unauthorized');
    jest.advanceTimersByTime(REFUSAL_TTL_MS + 1);
    expect(await present('known')).toBe('rate_limited');
  });

  it('are none when the services are away', async () => {
    const away = () =>
      refused.verify({ key: 'a', network: OFFICE }, async () => Promise.reject(new AppError('unavailable', '')));
    for (let tries = 0; tries < 10; tries += 1) await expect(away()).rejects.toMatchObject({ code: 'unavailable' });
    expect(reasons).toEqual([]);
    right.add('a');
    expect(await present('a')).toBe('right');
  });
});
