/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, Refusal, refused } from '../../../console-server.fixture';
import { openPage, type Person, screen, serverOfTests, waitFor, within } from '../../../page.fixture';
import { AGENT, serveAgent } from '../agents.fixture';

const server = serverOfTests();
const ACCOUNTS = '/api/v1/account/a1/kb/g1/service_accounts';
const KEYS = '/api/v1/account/a1/kb/g1/service_account/s1/keys';
const SECRET = 'eyJ.new.key';
const reader = (...keys: readonly object[]) => ({
  id: 's1',
  title: 'Claude',
  role: 'SMEMBER',
  created: '2026-01-01T12:00:00',
  keys,
});
const KEY = { id: 'aaaaaaaa-1111', created: '2026-01-01T12:00:00', expires: '2099-01-01T00:00:00' };

beforeEach(() => {
  serveAgent(server);
  server.on(`GET ${ACCOUNTS}`, []);
  server.on(`POST ${ACCOUNTS}`, reader());
  server.on(`POST ${KEYS}`, { id: KEY.id, token: SECRET });
});

const open = () => openPage(server, '/agents/g1/connect');
const button = (name: string) => screen.findByRole('button', { name });
const shownText = async () => (await screen.findByRole('tabpanel')).textContent;

async function create(person: Person) {
  await person.click(await button('Create a key'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New key' }));
  await person.type(dialog.getByRole('textbox', { name: /^For/ }), ' Claude {Enter}');
}

describe('the configurations of clients of an agent', () => {
  it('have a place for a key until one is made, and never have that key again', async () => {
    const person = await open();
    expect(await shownText()).toContain('Bearer YOUR_KEY');
    await create(person);
    const dialog = within(await screen.findByRole('dialog', { name: 'Your new key' }));
    expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveProperty('value', SECRET);
    await person.click(dialog.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await shownText()).toContain(`Bearer ${SECRET}`);
    expect(screen.getByText(/^The texts below have the new key/)).toBeTruthy();
    for (const client of ['Claude Desktop', 'Cursor', 'VS Code']) {
      await person.click(screen.getByRole('tab', { name: client }));
      expect(await shownText()).toContain(`Bearer ${SECRET}`);
    }
    await person.click(screen.getByRole('link', { name: 'Chat' }));
    await screen.findByRole('heading', { level: 1, name: 'Chat' });
    await person.click(screen.getByRole('link', { name: 'Connect' }));
    await screen.findByRole('heading', { level: 1, name: 'Connect' });
    expect(await shownText()).toContain('Bearer YOUR_KEY');
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('get a key of a reader that is made for it, once, also when the key is refused at first', async () => {
    server.on(`POST ${KEYS}`, refused(429, 'Too many requests'));
    const person = await open();
    await create(person);
    const dialog = within(await screen.findByRole('dialog', { name: 'New key' }));
    await dialog.findByRole('alert');
    expect(server.lastBody(`POST ${ACCOUNTS}`)).toEqual({ title: 'Claude', role: 'SMEMBER' });
    server.on(`POST ${KEYS}`, { id: KEY.id, token: SECRET });
    await person.click(dialog.getByRole('button', { name: 'Create key' }));
    await screen.findByRole('dialog', { name: 'Your new key' });
    expect(server.sent(`POST ${ACCOUNTS}`)).toHaveLength(1);
  });

  it('are followed by the keys that programs have, which can be revoked', async () => {
    server.on(`GET ${ACCOUNTS}`, [reader(KEY)]);
    server.on(`DELETE ${KEYS.replace('/keys', '/key')}/${KEY.id}`, () => new Refusal(204, undefined));
    const person = await open();
    const keys = within(await screen.findByRole('region', { name: 'Keys of this agent' }));
    await person.click(await keys.findByRole('button', { name: 'Revoke key aaaaaaaa' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await screen.findByText('Key revoked.');
    expect(server.unknown).toEqual([]);
  });

  it('are all that people see who do not own the agent', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    server.on('GET /api/v1/account/a1/kb/g1', { ...AGENT, role_on_kb: 'SMEMBER' });
    await open();
    expect(await shownText()).toContain('Bearer YOUR_KEY');
    expect(screen.queryByRole('button', { name: 'Create a key' })).toBeNull();
    expect(server.sent(`GET ${ACCOUNTS}`)).toEqual([]);
  });
});
