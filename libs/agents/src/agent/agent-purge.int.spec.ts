import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { InteractionRepository } from '../interaction/interaction.repository';
import { AgentPurge, tablesOfAgents } from './agent-purge';

/** A value of a column, by its type. */
const samples: Readonly<Record<string, unknown>> = {
  uuid: randomUUID(),
  text: 'sample',
  jsonb: { secret: 'sample' },
  timestamptz: new Date(),
  integer: 1,
  'double precision': 1,
  boolean: true,
};

/** Stores something of an agent in every table that holds something of agents. */
async function fill(agent: string, tx: EntityManager): Promise<number> {
  const tables = tablesOfAgents(tx);
  for (const { target, columns } of tables) {
    const row = columns.map(({ propertyName, type }) => {
      const value = type === 'uuid' ? randomUUID() : samples[String(type)];
      return [propertyName, propertyName === 'agent' || propertyName === 'kbid' ? agent : value];
    });
    await tx.insert(target, Object.fromEntries(row));
  }
  return tables.length;
}

/** Tables of the service that name an agent in any column. */
async function tablesNaming(agent: string, tx: EntityManager): Promise<string[]> {
  const tables: { name: string }[] = await tx.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'agents'`,
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const found: unknown[] = await tx.query(`select 1 from ${name} as t where strpos(t::text, $1) > 0 limit 1`, [
      agent,
    ]);
    if (found.length > 0) naming.push(name);
  }
  return naming;
}

describe('the purge of an agent', () => {
  let database: AgentsDatabase;
  let purge: AgentPurge;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    purge = new AgentPurge(database.transactions, database.queue);
  });
  afterAll(() => database.drop());

  const naming = (agent: string) => database.transactions.read((tx) => tablesNaming(agent, tx));

  it('leaves nothing of it in any table, and everything of others', async () => {
    const [agent, other] = [randomUUID(), randomUUID()];
    const tables = await database.transactions.run((tx) => fill(agent, tx));
    await database.transactions.run((tx) => fill(other, tx));
    expect(tables).toBeGreaterThan(3);
    expect(await naming(agent)).toHaveLength(tables);
    for (let times = 0; times < 2; times++) await purge.purge({ agent });
    expect(await naming(agent)).toEqual([]);
    expect(await naming(other)).toHaveLength(tables);
  });

  it('comes again, for rows that requests under way have stored since', async () => {
    const agent = randomUUID();
    await purge.purge({ agent });
    const { items } = await database.queue.list({ task: 'purgeAgentAgain' });
    expect(items.map(({ payload, runAt }) => [payload, runAt > new Date()])).toContainEqual([{ agent }, true]);
    await database.transactions.run((tx) => fill(agent, tx));
    await purge.purgeAgain({ agent });
    expect(await naming(agent)).toEqual([]);
  });
});

const DAY_MS = 24 * 60 * 60_000;

describe('tables of the service', () => {
  it('say whose agent each row is, unless they hold nothing of agents', async () => {
    const database = await openAgentsDatabase();
    const others = await database.transactions.read(async (tx) => {
      const ofAgents = tablesOfAgents(tx);
      return tx.connection.entityMetadatas.filter((table) => !ofAgents.includes(table));
    });
    expect(others.map(({ tableName }) => tableName)).toEqual(['timeline_journals']);
    await database.drop();
  });
});

describe('records of interactions', () => {
  it('are removed when they began before a time', async () => {
    const database = await openAgentsDatabase();
    const { transactions } = database;
    const repository = new InteractionRepository();
    const [agent, session, now] = [randomUUID(), 's', new Date('2026-05-02T12:00:00Z')];
    const starts = ['2026-05-01T11:59:00Z', '2026-05-01T12:01:00Z'];
    for (const started of starts) {
      const asked = { session, caller: 'c', question: 'q', workflow: 'default' };
      const row = { ...asked, id: randomUUID(), agent, owner: 'p', ended: null };
      await transactions.run((tx) => repository.insert({ ...row, started: new Date(started) }, tx));
    }
    await transactions.single((tx) => repository.prune(new Date(now.getTime() - DAY_MS), tx));
    const { rows } = await transactions.read(async (tx) => ({
      rows: await tx.query<{ started: Date }[]>('select started from agents.interactions'),
    }));
    expect(rows.map(({ started }) => started)).toEqual([new Date(starts[1] ?? '')]);
    await database.drop();
  });
});
