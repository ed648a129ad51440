import { ownedTables } from '@lectern/database';
import { AccountsHost } from '../accounts-host.fixture';

describe('Tables with rows of accounts', () => {
  let host: AccountsHost;

  beforeAll(async () => {
    host = await AccountsHost.start();
  });
  afterAll(() => host.close());

  it('lose them with the account, but the audit log by its age, and former members once zones took their roles', async () => {
    const { tables, cascading } = await host.run(async (tx) => ({
      tables: await ownedTables(tx, { schema: 'accounts', column: 'account_id' }),
      cascading: await tx.query<{ name: string }[]>(
        `SELECT DISTINCT source.relname AS name FROM pg_constraint c
          JOIN pg_class source ON source.oid = c.conrelid
          JOIN pg_class target ON target.oid = c.confrelid
          JOIN pg_namespace n ON n.oid = source.relnamespace
         WHERE c.contype = 'f' AND c.confdeltype = 'c' AND n.nspname = 'accounts' AND target.relname = 'accounts'`,
      ),
    }));
    const kept = tables.filter((table) => !cascading.some(({ name }) => name === table));
    expect(kept).toEqual(['audit_events', 'former_members']);
    expect(tables.length).toBeGreaterThanOrEqual(10);
  });
});
