import { setTimeout as sleep } from 'node:timers/promises';
import {
  createServiceAccountKey,
  KNOWLEDGE_BOX_USERS_MAX,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { account, member, owner, refusalOf } from '../../resource-store/fixtures/zone-process';
import { Zone } from '../fixtures/zone';

const KEYS_MAX = 100;
const waitingSql = `
  SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE NOT granted AND datname = current_database()`;
const stranger = 'cccccccc-0000-4000-8000-000000000000';

describe('Quotas', () => {
  let zone: Zone;

  beforeAll(async () => (zone = await Zone.start()));
  afterAll(() => zone.stop());

  const transactions = () => zone.app.get(Transactions);
  const query = (sql: string, parameters: readonly unknown[] = []): Promise<{ count: string }[]> =>
    transactions().run((tx) => tx.query(sql, [...parameters]));
  const countOf = async (sql: string, parameters?: readonly unknown[]) =>
    Number((await query(sql, parameters))[0]?.count);

  /** Outcomes of calls, none of which can write to the table before several of them have begun. */
  async function atOnce(table: string, calls: readonly (() => Promise<string>)[]): Promise<string[]> {
    let outcomes: Promise<string[]> | undefined;
    await transactions().run(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN SHARE MODE`);
      outcomes = Promise.all(calls.map((call) => call()));
      const waiting = async () => Number((await tx.query(waitingSql))[0].count);
      while ((await waiting()) < Math.min(calls.length, 5)) await sleep(10);
    });
    return (await outcomes) ?? [];
  }

  it('are not exceeded by many keys at once', async () => {
    const kbid = await zone.newBox();
    const { serviceAccount } = await zone.newKey(kbid);
    await query(
      `INSERT INTO api_keys (id, service_account_id, hash, created, expires)
       SELECT gen_random_uuid(), $1, sha256(i::text::bytea), now(), now() FROM generate_series(1, $2) AS i`,
      [serviceAccount, KEYS_MAX - 5],
    );
    const params = { account, kbid, service_account_id: serviceAccount };
    const body = { expires: Math.floor(Date.now() / 1_000) + 60 };
    const create = () => refusalOf(zone.bus.request(createServiceAccountKey, { params, body }, { principal: owner }));
    const outcomes = await atOnce(
      'api_keys',
      Array.from({ length: 20 }, () => create),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(4);
    const refused = outcomes.filter((outcome) => outcome !== 'accepted');
    expect(new Set(refused)).toEqual(new Set([`quota_exceeded: A service account has at most ${KEYS_MAX} keys`]));
    const stored = 'SELECT count(*) FROM api_keys WHERE service_account_id = $1';
    expect(await countOf(stored, [serviceAccount])).toBe(KEYS_MAX);
  });

  describe('of users of a knowledge box', () => {
    const refused = `quota_exceeded: A knowledge box has at most ${KNOWLEDGE_BOX_USERS_MAX} users`;
    const grantOf = ({ id }: { readonly id: string }) => ({ id, role: 'SMEMBER' as const });
    let kbid: string;

    const update = (body: object) =>
      refusalOf(zone.bus.request(updateKnowledgeBoxUsers, { params: { account, kbid }, body }, { principal: owner }));

    const fill = (count: number) =>
      query(
        `INSERT INTO kb_users (kbid, user_id, role) SELECT $1, gen_random_uuid(), 'SMEMBER' FROM generate_series(1, $2)`,
        [kbid, count],
      );

    /** With room for one more: the owner is there, too. */
    beforeEach(async () => {
      kbid = await zone.newBox();
      await fill(KNOWLEDGE_BOX_USERS_MAX - 3);
      await query(`INSERT INTO kb_users (kbid, user_id, role) VALUES ($1, $2, 'SMEMBER')`, [kbid, stranger]);
    });

    it('let the last one in, and nobody after', async () => {
      expect(await update({ add: [grantOf(member)] })).toBe('accepted');
      expect(await update({ delete: [member.id] })).toBe('accepted');
      await fill(1);
      expect(await update({ add: [grantOf(member)] })).toBe(refused);
    });

    it('count nobody twice who is there already, and nobody who goes', async () => {
      expect(await update({ add: [grantOf(member), grantOf(member)] })).toBe('accepted');
      expect(await update({ add: [grantOf(member)], update: [{ id: owner.id, role: 'SOWNER' }] })).toBe('accepted');
      await query('DELETE FROM kb_users WHERE kbid = $1 AND user_id = $2', [kbid, member.id]);
      await fill(1);
      expect(await update({ add: [grantOf(member)], delete: [stranger.toUpperCase()] })).toBe('accepted');
    });

    it('are not exceeded by two at once', async () => {
      await fill(1);
      await query('DELETE FROM kb_users WHERE kbid = $1 AND user_id = $2', [kbid, owner.id]);
      const add = (user: { readonly id: string }) => () => update({ add: [grantOf(user)] });
      const outcomes = await atOnce('kb_users', [add(owner), add(member)]);
      expect(outcomes.sort()).toEqual(['accepted', refused]);
    });
  });

  describe('of owners of a knowledge box', () => {
    it('are not undercut by two who remove each other at once', async () => {
      const kbid = await zone.newBox();
      const update = (body: object) =>
        refusalOf(zone.bus.request(updateKnowledgeBoxUsers, { params: { account, kbid }, body }, { principal: owner }));
      expect(await update({ add: [{ id: member.id, role: 'SOWNER' }] })).toBe('accepted');
      const outcomes = await atOnce('kb_users', [
        () => update({ delete: [owner.id] }),
        () => update({ update: [{ id: member.id, role: 'SMEMBER' }] }),
      ]);
      const last = 'conflict: The last owner of a knowledge box cannot be removed or get another role';
      expect(outcomes.sort()).toEqual(['accepted', last]);
    });
  });
});
