import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { noteQuotaUse, readQuota, returnQuota, takeQuota } from '@lectern/contracts/knowledge-box';
import { KnownLimits } from './known-limits';
import { NotedUses } from './noted-uses';
import { UsageQuota } from './usage-quota';

const TOKENS = 'tokens_limit';
const SEARCHES = 'monthly_limit_hosted_searches_performed';

describe('Use of an account', () => {
  let asked: { readonly operation: string; readonly body: unknown }[];
  let limits: Readonly<Record<string, number>> | AppError;
  let refusal: AppError | undefined;
  let left: number;
  let noted: NotedUses;

  function newQuota(): UsageQuota {
    const request = async ({ name }: { name: string }, { body }: { body: unknown }) => {
      asked.push({ operation: name, body });
      if (name === readQuota.name) {
        if (limits instanceof AppError) throw limits;
        return { limits };
      }
      if (name === takeQuota.name && refusal) throw refusal;
      return { month: '2026-11-01', uses: [{ name: TOKENS, amount: left }] };
    };
    const bus = Object.assign(new InProcessBus(), { request });
    noted = new NotedUses(bus);
    return new UsageQuota(bus, new KnownLimits(bus), noted);
  }
  const questions = (name: string) => asked.filter(({ operation }) => operation === name);

  beforeEach(() => {
    asked = [];
    limits = {};
    refusal = undefined;
    left = 100;
  });
  afterEach(() => noted.onModuleDestroy());

  it('without a limit asks once which limits there are, and is reported as a sum', async () => {
    const quota = newQuota();
    for (let time = 0; time < 1_000; time += 1) await quota.during('a', { [SEARCHES]: 1 }, async () => time);
    await quota.spend('a', { monthly_limit_chars_processed: 12 });
    expect(asked).toHaveLength(1);
    await noted.report();
    expect(questions(noteQuotaUse.name).map(({ body }) => body)).toEqual([
      {
        uses: [
          { account: 'a', name: SEARCHES, amount: 1_000 },
          { account: 'a', name: 'monthly_limit_chars_processed', amount: 12 },
        ],
      },
    ]);
  });

  it('does not count work that failed', async () => {
    const quota = newQuota();
    const failed = quota.during('a', { [SEARCHES]: 1 }, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    await noted.report();
    expect(questions(noteQuotaUse.name)).toEqual([]);
  });

  it('with a limit is taken before the work, and given back where that fails', async () => {
    limits = { [SEARCHES]: 5 };
    const quota = newQuota();
    const order: string[] = [];
    await quota.during('a', { [SEARCHES]: 1 }, async () => order.push(`done after ${asked.at(-1)?.operation}`));
    expect(order).toEqual([`done after ${takeQuota.name}`]);
    await expect(quota.during('a', { [SEARCHES]: 1 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await new Promise(setImmediate);
    expect(questions(returnQuota.name).map(({ body }) => body)).toEqual([
      { account: 'a', month: '2026-11-01', uses: [{ name: SEARCHES, amount: 1 }] },
    ]);
    await noted.report();
    expect(questions(noteQuotaUse.name)).toEqual([]);
  });

  it('does not begin when nothing is left, or when nobody can say', async () => {
    limits = { [SEARCHES]: 5 };
    const quota = newQuota();
    for (const code of ['quota_exceeded', 'unavailable'] as const) {
      refusal = new AppError(code, 'no');
      const work = jest.fn();
      await expect(quota.during('a', { [SEARCHES]: 1 }, work)).rejects.toMatchObject({ code });
      expect(work).not.toHaveBeenCalled();
    }
  });

  it('is free while the limits were never known, and for work of the deployment itself', async () => {
    limits = new AppError('unavailable', 'away');
    const quota = newQuota();
    expect(await quota.during('a', { [SEARCHES]: 1 }, async () => 'done')).toBe('done');
    asked = [];
    expect(await quota.during(undefined, { [SEARCHES]: 1 }, async () => 'done')).toBe('done');
    expect(asked).toEqual([]);
  });

  describe('of tokens by a NUA client', () => {
    const client = { account: 'a', nuaClient: 'robot' };
    const needed = { least: 20, most: 100 };

    it('without a limit is summed up, and nobody counts beforehand', async () => {
      const quota = newQuota();
      const estimate = jest.fn(() => needed);
      const reserved = await quota.reserveTokens(client, estimate);
      reserved.settle(42);
      expect([reserved.max, estimate.mock.calls.length]).toEqual([undefined, 0]);
      await noted.report();
      expect(questions(noteQuotaUse.name).map(({ body }) => body)).toEqual([
        { uses: [{ ...client, name: TOKENS, amount: 42 }] },
      ]);
    });

    it('with a limit is taken before the work as far as it is left, and what was not used is given back', async () => {
      [limits, left] = [{ [TOKENS]: 1_000 }, 60];
      const quota = newQuota();
      const reserved = await quota.reserveTokens(client, () => needed);
      expect(reserved.max).toBe(60);
      expect(questions(takeQuota.name).map(({ body }) => body)).toEqual([
        { ...client, mode: 'available', uses: [{ name: TOKENS, amount: 100, least: 20 }] },
      ]);
      reserved.settle(45);
      await new Promise(setImmediate);
      expect(questions(returnQuota.name).map(({ body }) => body)).toEqual([
        { ...client, month: '2026-11-01', uses: [{ name: TOKENS, amount: 15 }] },
      ]);
    });

    it('counts what was used beyond the estimate', async () => {
      limits = { [TOKENS]: 1_000 };
      const quota = newQuota();
      (await quota.reserveTokens(client, () => needed)).settle(130);
      await noted.report();
      expect(questions(returnQuota.name)).toEqual([]);
      expect(questions(noteQuotaUse.name).map(({ body }) => body)).toEqual([
        { uses: [{ ...client, name: TOKENS, amount: 30 }] },
      ]);
    });

    it('does not begin when nothing is left', async () => {
      limits = { [TOKENS]: 1_000 };
      refusal = new AppError('quota_exceeded', 'no');
      await expect(newQuota().reserveTokens(client, () => needed)).rejects.toMatchObject({ code: 'quota_exceeded' });
    });

    it('is asked of nobody for other callers', async () => {
      const reserved = await newQuota().reserveTokens({ account: 'a' }, () => needed);
      reserved.settle(5);
      await noted.report();
      expect([reserved.max, asked]).toEqual([undefined, []]);
    });
  });

  it.each([-5, Number.NaN, Infinity])('of %d counts as a number', async (amount) => {
    const quota = newQuota();
    await quota.spend('a', { monthly_limit_media_seconds_processed: amount });
    await noted.report();
    expect(questions(noteQuotaUse.name)).toEqual([]);
  });
});
