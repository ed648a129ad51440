import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { noteQuotaUse, readQuota, returnQuota, takeQuota } from '@lectern/contracts/knowledge-box';
import { KnownLimits } from './known-limits';
import { NotedUses } from './noted-uses';
import { UsageQuota } from './usage-quota';

const SEARCHES = 'monthly_limit_hosted_searches_performed';

describe('Use of an account', () => {
  let asked: { readonly operation: string; readonly body: unknown }[];
  let limits: Readonly<Record<string, number>> | AppError;
  let refusal: AppError | undefined;
  let noted: NotedUses;

  function newQuota(): UsageQuota {
    const request = async ({ name }: { name: string }, { body }: { body: unknown }) => {
      asked.push({ operation: name, body });
      if (name === readQuota.name) {
        if (limits instanceof AppError) throw limits;
        return { limits };
      }
      if (name === takeQuota.name && refusal) throw refusal;
      return { month: '2026-11-01' };
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

  it.each([-5, Number.NaN, Infinity])('of %d counts as a number', async (amount) => {
    const quota = newQuota();
    await quota.spend('a', { monthly_limit_media_seconds_processed: amount });
    await noted.report();
    expect(questions(noteQuotaUse.name)).toEqual([]);
  });
});
