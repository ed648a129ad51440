import { randomUUID } from 'node:crypto';
import type { MonthlyLimit } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { getLimitsStatus, noteQuotaUse, readQuota, returnQuota, takeQuota } from '@lectern/contracts/knowledge-box';
import { knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { as, owner, refusalOf, said, ZonePlace, ZoneProcess } from '../../../resource-store/fixtures/zone-process';
import { AccountQuotaModule } from './account-quota.module';

const SEARCHES = 'monthly_limit_hosted_searches_performed';
const ANSWERS = 'monthly_limit_hosted_answers_generated';

@Module({ imports: [AccountQuotaModule, knowledgeBoxDatabase] })
class QuotaZone {}

describe('What an account may use in a month', () => {
  let place: ZonePlace;
  let zone: ZoneProcess;
  let other: ZoneProcess;
  let account: string;

  beforeAll(async () => {
    place = await ZonePlace.make();
    zone = await ZoneProcess.start([QuotaZone]);
    other = await ZoneProcess.start([QuotaZone]);
  });
  beforeEach(() => {
    account = randomUUID();
  });
  afterEach(() => said.clear());
  afterAll(async () => {
    await zone.app.close();
    await other.app.close();
    await place.drop();
  });

  const limit = (limits: Readonly<Record<string, number>>) => said.set(account, limits);
  const call = { principal: systemPrincipal };
  const uses = (amounts: Partial<Record<MonthlyLimit, number>>) =>
    Object.entries(amounts).map(([name, amount]) => ({ name: name as MonthlyLimit, amount }));
  const take = (
    amounts: Partial<Record<MonthlyLimit, number>>,
    { at = zone, mode = 'whole' as 'whole' | 'spent' } = {},
  ) => at.bus.request(takeQuota, { body: { account, uses: uses(amounts), mode } }, call);
  const used = async (name: string) => {
    const { limits } = await zone.bus.request(getLimitsStatus, { params: { account } }, as(owner));
    return limits.find((one) => one.name === name)?.used;
  };

  it('is unlimited, and counted, without a limit', async () => {
    for (let time = 0; time < 3; time += 1) await take({ [SEARCHES]: 1 });
    expect(await used(SEARCHES)).toBe(3);
  });

  it('ends at the limit, with a text that names it, the use and the end of the month', async () => {
    limit({ [SEARCHES]: 2 });
    await take({ [SEARCHES]: 1 });
    await take({ [SEARCHES]: 1 });
    const now = new Date();
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
    expect(await refusalOf(take({ [SEARCHES]: 1 }))).toBe(
      `quota_exceeded: The account has used 2 of 2 searches of this month (${SEARCHES}); ` +
        `the count starts again on ${until} (UTC)`,
    );
  });

  it('is not passed by forty requests at once in two processes', async () => {
    limit({ [SEARCHES]: 15, [ANSWERS]: 10 });
    const both = Array.from({ length: 40 }, (_, index) =>
      refusalOf(take({ [SEARCHES]: 1, [ANSWERS]: 1 }, { at: index % 2 === 0 ? zone : other })),
    );
    const outcomes = await Promise.all(both);
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(10);
    // A request that was refused for one limit took nothing of the other.
    expect([await used(SEARCHES), await used(ANSWERS)]).toEqual([10, 10]);
  });

  it('comes back when the work failed, also for another process', async () => {
    limit({ [SEARCHES]: 1 });
    const { month } = await take({ [SEARCHES]: 1 });
    await other.bus.request(returnQuota, { body: { account, month, uses: uses({ [SEARCHES]: 1 }) } }, call);
    expect(await refusalOf(take({ [SEARCHES]: 1 }))).toBe('accepted');
    expect(await refusalOf(take({ [SEARCHES]: 1 }))).toContain('quota_exceeded');
  });

  it('is never less than nothing, whatever comes back', async () => {
    const { month } = await take({ [SEARCHES]: 1 });
    await zone.bus.request(returnQuota, { body: { account, month, uses: uses({ [SEARCHES]: 1e15 }) } }, call);
    expect(await used(SEARCHES)).toBe(0);
  });

  it('is spent by work that needs more than is left, and refused from then on', async () => {
    const chars = 'monthly_limit_chars_processed';
    limit({ [chars]: 100 });
    await take({ [chars]: 60 }, { mode: 'spent' });
    expect(await refusalOf(take({ [chars]: 60 }, { mode: 'spent' }))).toContain('60 of 100 processed characters');
    expect(await used(chars)).toBe(100);
    expect(await refusalOf(take({ [chars]: 0 }))).toContain('100 of 100');
  });

  it('is over for a limit of 0, and for one that is lowered below what was used', async () => {
    limit({ [SEARCHES]: 0 });
    expect(await refusalOf(take({ [SEARCHES]: 1 }))).toContain('0 of 0 searches');
    limit({ [ANSWERS]: 10 });
    await heard();
    await take({ [ANSWERS]: 6 });
    limit({ [ANSWERS]: 5 });
    await heard();
    expect(await refusalOf(take({ [ANSWERS]: 1 }))).toContain('6 of 5 answers');
    limit({ [ANSWERS]: 7 });
    await heard();
    expect(await refusalOf(take({ [ANSWERS]: 1 }))).toBe('accepted');
  });

  it('begins with what was used before the limit was set', async () => {
    const noted = [1, 2].map(() => ({ account, name: SEARCHES, amount: 4 }) as const);
    await zone.bus.request(noteQuotaUse, { body: { uses: noted } }, call);
    limit({ [SEARCHES]: 9 });
    expect(await refusalOf(take({ [SEARCHES]: 2 }))).toContain('8 of 9 searches');
    expect(await refusalOf(take({ [SEARCHES]: 1 }))).toBe('accepted');
  });

  it('starts again with the next month', async () => {
    limit({ [SEARCHES]: 1 });
    await take({ [SEARCHES]: 1 });
    await place.sql(`UPDATE knowledge_box.account_uses SET month = (month - interval '1 month')::date`);
    expect(await refusalOf(take({ [SEARCHES]: 1 }))).toBe('accepted');
    expect(await used(SEARCHES)).toBe(1);
  });

  it('holds while the accounts host is away, in a process that starts then, too', async () => {
    limit({ [SEARCHES]: 1 });
    await take({ [SEARCHES]: 1 });
    said.set(account, new AppError('unavailable', 'The accounts host is away'));
    await heard();
    const late = await ZoneProcess.start([QuotaZone]);
    expect(await refusalOf(take({ [SEARCHES]: 1 }, { at: late }))).toContain('1 of 1 searches');
    expect(await late.bus.request(readQuota, { body: { account } }, call)).toEqual({ limits: { [SEARCHES]: 1 } });
    await late.app.close();
  });

  it('has no limits where the zone never heard from the accounts host', async () => {
    said.set(account, new AppError('unavailable', 'The accounts host is away'));
    expect(await refusalOf(take({ [SEARCHES]: 1_000_000 }))).toBe('accepted');
  });

  it('is shown with the limits that hold in the zone', async () => {
    limit({ [SEARCHES]: 5, max_kbs: 3, storage_limit_max_bytes_per_kb: 1_000, max_users: 2 });
    await take({ [SEARCHES]: 2 });
    const { limits } = await zone.bus.request(getLimitsStatus, { params: { account } }, as(owner));
    const shown = Object.fromEntries(limits.map((one) => [one.name, one]));
    expect(shown[SEARCHES]).toMatchObject({
      limit: 5,
      used: 2,
      resets_at: expect.stringMatching(/-01T00:00:00\+00:00$/),
    });
    expect(shown[ANSWERS]).toMatchObject({ limit: null, used: 0 });
    expect(shown['max_kbs']).toEqual({ name: 'max_kbs', limit: 3, used: null, resets_at: null });
    expect(shown['max_users']).toBeUndefined();
  });
});

/** A limit that has just changed is heard of within a second. */
async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_100));
}
