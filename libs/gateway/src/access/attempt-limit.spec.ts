import { AppError } from '@lectern/contracts/core';
import { AttemptLimit } from './attempt-limit';

const HOME = '203.0.113.7';
const wrong = new Error('wrong');
const isWrong = (error: unknown) => error === wrong;

describe('a limit of failed attempts', () => {
  let made: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    made = [];
  });
  afterEach(() => jest.useRealTimers());

  const attempt = (limit: AttemptLimit, outcome: unknown, network = HOME): Promise<string> =>
    limit
      .attempt(
        network,
        async () => {
          made.push(network);
          await Promise.resolve();
          if (outcome instanceof Error) throw outcome;
          return 'right';
        },
        isWrong,
      )
      .catch((error: unknown) => (error instanceof AppError ? error.code : 'wrong'));

  const all = (limit: AttemptLimit, outcomes: readonly unknown[]) =>
    Promise.all(outcomes.map((outcome) => attempt(limit, outcome)));

  it('lets so many fail, and refuses the next without an attempt', async () => {
    const limit = new AttemptLimit(2);
    const outcomes = [];
    for (const outcome of [wrong, 'right', wrong, 'right', wrong]) outcomes.push(await attempt(limit, outcome));
    expect(outcomes).toEqual(['wrong', 'right', 'wrong', 'rate_limited', 'rate_limited']);
    expect(made).toHaveLength(3);
  });

  it('holds for attempts made at the same time', async () => {
    const outcomes = await all(new AttemptLimit(5), Array.from({ length: 500 }).fill(wrong));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(made).toHaveLength(5);
  });

  it('lets any number succeed at the same time', async () => {
    const outcomes = await all(new AttemptLimit(2), Array.from({ length: 500 }).fill('right'));
    expect(new Set(outcomes)).toEqual(new Set(['right']));
  });

  it('does not count other errors', async () => {
    const outcomes = await all(new AttemptLimit(2), Array.from({ length: 20 }).fill(new Error('away')));
    expect(outcomes).toHaveLength(20);
    expect(made).toHaveLength(20);
  });

  it('is of each network apart', async () => {
    const limit = new AttemptLimit(1);
    expect(await attempt(limit, wrong)).toBe('wrong');
    expect(await attempt(limit, wrong)).toBe('rate_limited');
    expect(await attempt(limit, wrong, '198.51.100.1')).toBe('wrong');
  });

  it('says when to come back, and lets in then', async () => {
    const limit = new AttemptLimit(1);
    await attempt(limit, wrong);
    jest.advanceTimersByTime(20_500);
    const refusal = await limit.attempt(HOME, async () => 'right', isWrong).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'rate_limited',
      details: { detail: { message: expect.stringContaining('40 s'), try_after: (Date.now() + 39_500) / 1_000 } },
    });
    expect(refusal).toMatchObject({ details: { headers: { 'Retry-After': '40' } } });
    jest.advanceTimersByTime(39_499);
    expect(await attempt(limit, 'right')).toBe('rate_limited');
    jest.advanceTimersByTime(1);
    expect(await attempt(limit, 'right')).toBe('right');
  });

  it('may be none', async () => {
    const outcomes = await all(new AttemptLimit(0), Array.from({ length: 100 }).fill(wrong));
    expect(new Set(outcomes)).toEqual(new Set(['wrong']));
  });
});
