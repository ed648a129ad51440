import { getAccount, getUser, listAccounts } from '@lectern/contracts/accounts';
import { AccountsHost, TOKEN } from '../accounts-host.fixture';

describe('a deployment that starts for the first time', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start({
      ROOT_EMAIL: 'Ada@Example.org',
      ROOT_NAME: 'Ada Lovelace',
      ACCOUNT_SLUG: 'engines',
      ACCOUNT_TITLE: 'Analytical engines',
    });
  });
  afterAll(() => host.close());

  it('has a root user and an account as they are configured, the address in lower case', async () => {
    const principal = await host.root();
    expect(await host.bus.request(getUser, {}, { principal })).toMatchObject({
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      type: 'ROOT',
    });
    expect(await host.bus.request(getAccount, { params: { account: 'engines' } }, { principal })).toMatchObject({
      title: 'Analytical engines',
      type: 'stash-enterprise',
      eula_accepted: true,
      current_users: 1,
    });
  });

  it('keeps them at later starts, whatever is configured then, and takes no second token', async () => {
    const environment = { ROOT_EMAIL: 'bob@example.org', ACCOUNT_SLUG: 'other', BOOTSTRAP_TOKEN: `${TOKEN}-2` };
    expect(await host.printedByStart(environment)).toBe('');
    const principal = await host.root();
    const { accounts } = await host.bus.request(listAccounts, {}, { principal });
    expect(accounts).toMatchObject([{ slug: 'engines', can_manage_account: true }]);
  });
});
