import { randomUUID } from 'node:crypto';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { DriverAccountEntity } from './driver-account.entity';
import { DriverAccounts } from './driver-accounts';

describe('accounts of users at the servers of drivers', () => {
  let database: AgentsDatabase;
  let accounts: DriverAccounts;
  const key = { agent: randomUUID(), driver: randomUUID(), user: 'user ada', server: 'one' };
  const tokens = { tokens: { access_token: 'a-secret-token' } };

  beforeAll(async () => {
    database = await openAgentsDatabase();
    accounts = new DriverAccounts(database.transactions, new SecretEnvelope([masterKeyOf(randomSecret())]));
  });
  afterAll(() => database.drop());

  it('are kept sealed, and replaced', async () => {
    expect(await accounts.find(key)).toEqual({});
    await accounts.put(key, { tokens: {} });
    await accounts.put(key, tokens);
    expect(await accounts.find(key)).toEqual(tokens);
    const rows = await database.transactions.read((tx) => tx.findBy(DriverAccountEntity, { agent: key.agent }));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('a-secret-token');
  });

  it.each([
    ['another user', { user: 'user bob' }],
    ['another driver', { driver: randomUUID() }],
    ['another agent', { agent: randomUUID() }],
    ['another address', { server: 'two' }],
  ])('open for nobody else: %s', async (_, change) => {
    await accounts.put(key, tokens);
    expect(await accounts.find({ ...key, ...change })).toEqual({});
    expect(accounts.opened(accounts.sealed(tokens, key), { ...key, ...change })).toEqual({});
    expect(accounts.opened(accounts.sealed(tokens, key), key)).toEqual(tokens);
    expect(accounts.opened('nonsense', key)).toEqual({});
  });
});
