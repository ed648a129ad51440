import { randomUUID } from 'node:crypto';
import {
  type AuditEvent,
  type AuditQuery,
  type BlockingStatus,
  createPersonalToken,
  deletePersonalToken,
  exportAuditEvents,
  joinAccount,
  listAuditEvents,
  reportActs,
  resolveAccount,
  setAccountBlocking,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { AuditService } from './audit.service';

describe('the audit log of an account', () => {
  let host: AccountsHost;
  let root: Principal;
  let account: string;

  beforeAll(async () => {
    host = await AccountsHost.start({ AUDIT_DAYS: '30' });
    root = { ...(await host.root()), address: '203.0.113.7' };
    const found = await host.bus.request(resolveAccount, { body: { account: 'lectern' } }, { principal: root });
    account = found.id;
  });
  afterAll(() => host.close());

  const list = (query: object = {}) =>
    host.bus.request(listAuditEvents, { params: { account }, query: { size: 100, ...query } }, { principal: root });
  const actions = async (query: object = {}) => (await list(query)).events.map(({ action }) => action);
  const act = (changed: object = {}) => ({
    id: randomUUID(),
    time: '2026-01-02T03:04:05.000Z',
    account,
    action: 'key_created' as const,
    actor: { kind: 'user', id: root.id },
    details: { kbid: 'b' },
    ...changed,
  });
  const report = (...acts: ReturnType<typeof act>[]) =>
    host.bus.request(reportActs, { body: { acts } }, { principal: systemPrincipal });

  async function exported(query: AuditQuery = {}): Promise<AuditEvent[]> {
    const found: AuditEvent[] = [];
    const stream = host.bus.stream(exportAuditEvents, { params: { account }, query }, { principal: root });
    for await (const event of stream) found.push(event);
    return found;
  }

  it('has the tokens that members make and delete, with the address and without the secret', async () => {
    const payload = { description: 'cli' };
    const { id, token } = await host.bus.request(createPersonalToken, { body: payload }, { principal: root });
    await host.bus.request(deletePersonalToken, { params: { token_id: id } }, { principal: root });
    const { events } = await list({ size: 2 });
    expect(events).toMatchObject([
      { action: 'token_deleted', user: root.id, details: { token: id } },
      {
        action: 'token_created',
        actor: { kind: 'pat', id: root.id, key: root.key },
        address: '203.0.113.7',
        user: root.id,
        details: { token: id, description: 'cli' },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('has members and blocks, and nothing of a change that failed', async () => {
    const { email, id } = await host.createUser();
    const before = (await actions()).length;
    for (const body of [
      { account, email },
      { account, email },
    ])
      await host.bus.request(joinAccount, { body }, { principal: systemPrincipal });
    await host.bus
      .request(joinAccount, { body: { account, email: 'nobody@example.org' } }, { principal: systemPrincipal })
      .catch(() => undefined);
    const block = (body: BlockingStatus) =>
      host.bus.request(setAccountBlocking, { params: { account }, body }, { principal: root });
    await block({ blocking_state: 'manager', blocked_features: ['search'] });
    await block({ blocking_state: 'unblocked', blocked_features: [] });
    expect((await actions()).slice(0, -before)).toEqual(['account_blocked', 'account_blocked', 'member_added']);
    expect((await list({ action: 'member_added', who: id })).events).toMatchObject([{ user: id }]);
  });

  it('has acts of zones once, however often they are reported', async () => {
    const one = act();
    for (const again of [1, 2]) await report(...Array(again).fill(one));
    expect((await exported({ to: '2026-01-03' })).map(({ id }) => id)).toEqual([one.id]);
  });

  it('shows a person to the accounts that the person belongs to now', async () => {
    const stranger = await host.createUser();
    await host.bus.request(createPersonalToken, { body: { description: 'own' } }, { principal: stranger });
    expect((await list({ who: stranger.id })).events).toEqual([]);
    const body = { account, email: stranger.email };
    await host.bus.request(joinAccount, { body }, { principal: systemPrincipal });
    expect(await actions({ who: stranger.id })).toEqual(['member_added', 'token_created']);
  });

  it('is read in pages that lose nothing, also among events of one moment', async () => {
    const acts = Array.from({ length: 25 }, () => act({ time: '2026-02-02T00:00:00.000Z' }));
    await report(...acts);
    const period = { from: '2026-02-01', to: '2026-03-01' };
    const found: string[] = [];
    for (let before: string | undefined; ;) {
      const { events, next } = await list({ ...period, size: 10, before });
      found.push(...events.map(({ id }) => id));
      if (next === null) break;
      before = next;
    }
    expect([found.length, new Set(found)]).toEqual([25, new Set(acts.map(({ id }) => id))]);
    expect((await exported(period)).map(({ id }) => id)).toEqual(found.toReversed());
    expect(await refusalOf(list({ before: randomUUID() }))).toBe('not_found: Event not found');
  });

  it('forgets what is older than it is kept', async () => {
    await report(act({ time: new Date().toISOString() }));
    await host.get(AuditService).forget();
    expect((await exported({ to: '2026-03-01' })).length).toBe(0);
    expect((await list()).events.length).toBeGreaterThan(3);
  });
});
