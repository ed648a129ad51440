import { randomUUID } from 'node:crypto';
import type { MonthlyLimit } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  createNuaClient,
  deleteNuaClient,
  getLimitsStatus,
  modifyNuaClient,
  noteQuotaUse,
  NuaClientPayload,
  readQuota,
  returnQuota,
  takeQuota,
} from '@lectern/contracts/knowledge-box';
import { knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { as, owner, refusalOf, said, ZonePlace, ZoneProcess } from '../../../resource-store/fixtures/zone-process';
import { NuaClientModule } from '../nua-client/nua-client.module';
import { AccountQuotaModule } from './account-quota.module';

const SEARCHES = 'monthly_limit_hosted_searches_performed';
const ANSWERS = 'monthly_limit_hosted_answers_generated';
const TOKENS = 'tokens_limit';

@Module({ imports: [AccountQuotaModule, NuaClientModule, knowledgeBoxDatabase] })
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
    { at = zone, mode = 'whole' as 'whole' | 'spent' | 'asked' } = {},
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

  it('can be asked for without taking it', async () => {
    limit({ [SEARCHES]: 5 });
    await take({ [SEARCHES]: 3 });
    expect(await refusalOf(take({ [SEARCHES]: 2 }, { mode: 'asked' }))).toBe('accepted');
    expect(await refusalOf(take({ [SEARCHES]: 3 }, { mode: 'asked' }))).toContain('3 of 5 searches');
    await take({ [SEARCHES]: 2 });
    expect(await refusalOf(take({ [SEARCHES]: 0 }, { mode: 'asked' }))).toContain('5 of 5 searches');
    expect(await used(SEARCHES)).toBe(5);
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

  describe('of tokens for a NUA client', () => {
    const client = async (tokens_limit: number | null, client_id: string = randomUUID()) => {
      const body = validate(NuaClientPayload, { title: 'Robot', contact: 'a@example.org', client_id, tokens_limit });
      await zone.bus.request(createNuaClient, { params: { account }, body }, as(owner));
      return client_id;
    };
    const tokens = (
      nuaClient: string,
      amount: number,
      { at = zone, least = 0, mode = 'available' as 'whole' | 'available' | 'spent' } = {},
    ) =>
      at.bus.request(takeQuota, { body: { account, nuaClient, uses: [{ name: TOKENS, amount, least }], mode } }, call);
    const usedBy = async (nuaClient: string) => {
      const { limits } = await zone.bus.request(getLimitsStatus, { params: { account } }, as(owner));
      return limits.find(({ nua_client }) => nua_client === nuaClient);
    };

    it('ends at the limit of the client, with a text that names it, its use and the end of the month', async () => {
      const robot = await client(100, 'robot');
      const { uses: taken } = await tokens(robot, 70);
      expect(taken).toEqual([{ name: TOKENS, amount: 70 }]);
      expect((await tokens(robot, 70)).uses).toEqual([{ name: TOKENS, amount: 30 }]);
      expect(await refusalOf(tokens(robot, 70))).toMatch(
        /^quota_exceeded: The NUA client robot has used 100 of 100 tokens of this month \(tokens_limit\); .*\(UTC\)$/,
      );
      expect(await usedBy(robot)).toMatchObject({ name: TOKENS, limit: 100, used: 100 });
    });

    it('is refused where less is left than the work needs at least', async () => {
      const robot = await client(100, 'careful');
      await tokens(robot, 90);
      expect(await refusalOf(tokens(robot, 50, { least: 20 }))).toContain(
        'has used 90 of 100 tokens of this month (tokens_limit), and this needs 20',
      );
      expect((await usedBy(robot))?.used).toBe(90);
    });

    it('is not passed by forty calls at once in two processes', async () => {
      const robot = await client(95);
      const calls = Array.from({ length: 40 }, (_, index) =>
        tokens(robot, 10, { at: index % 2 === 0 ? zone : other, least: 1 }).then(
          ({ uses: [use] }) => use?.amount ?? 0,
          () => 0,
        ),
      );
      const taken = await Promise.all(calls);
      expect(taken.reduce((sum, one) => sum + one, 0)).toBe(95);
      expect((await usedBy(robot))?.used).toBe(95);
    });

    it('comes back for the client whose it is, and counts for nobody else', async () => {
      const [one, another] = [await client(10), await client(10)];
      const { month } = await tokens(one, 10);
      await tokens(another, 4);
      const back = { account, nuaClient: one, month, uses: [{ name: TOKENS, amount: 7 }] } as const;
      await zone.bus.request(returnQuota, { body: { ...back, uses: [...back.uses] } }, call);
      expect([(await usedBy(one))?.used, (await usedBy(another))?.used]).toEqual([3, 4]);
      const { limits } = await zone.bus.request(getLimitsStatus, { params: { account } }, as(owner));
      expect(limits.filter(({ name, nua_client }) => name === TOKENS && nua_client === undefined)).toEqual([]);
    });

    it('begins with what the client used before it had a limit, and ends when the limit is removed', async () => {
      const robot = await client(null);
      await zone.bus.request(
        noteQuotaUse,
        { body: { uses: [{ account, nuaClient: robot, name: TOKENS, amount: 8 }] } },
        call,
      );
      const target = { params: { account, client_id: robot } };
      await zone.bus.request(modifyNuaClient, { ...target, body: { tokens_limit: 10 } }, as(owner));
      expect(await zone.bus.request(readQuota, { body: { account, nuaClient: robot } }, call)).toEqual({
        limits: { [TOKENS]: 10 },
      });
      expect((await tokens(robot, 50)).uses).toEqual([{ name: TOKENS, amount: 2 }]);
      await zone.bus.request(modifyNuaClient, { ...target, body: { tokens_limit: null } }, as(owner));
      expect((await tokens(robot, 50)).uses).toEqual([{ name: TOKENS, amount: 50 }]);
    });

    it('is forgotten with the client: another one with its id begins with nothing', async () => {
      const robot = await client(10, 'again');
      await tokens(robot, 10);
      await zone.bus.request(deleteNuaClient, { params: { account, client_id: robot } }, as(owner));
      await client(10, 'again');
      expect((await usedBy('again'))?.used).toBe(0);
    });

    it('needs a client', async () => {
      expect(await refusalOf(take({ [TOKENS]: 1 } as never))).toMatch(/^invalid_request/);
    });
  });
});

/** A limit that has just changed is heard of within a second. */
async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_100));
}
