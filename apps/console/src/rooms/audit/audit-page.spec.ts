/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, type Asked } from '../../console-server.fixture';
import { choose, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';
import { detailsText } from './audit-log';

const server = serverOfTests();
const LOG = 'GET /api/v1/account/a1/audit';
const event = (id: string, changed: object = {}) => ({
  id,
  time: '2026-01-02T03:04:05+00:00',
  action: 'key_created',
  actor: { kind: 'pat', id: 'u1' },
  address: '203.0.113.7',
  user: null,
  details: { kbid: 'b1' },
  ...changed,
});

beforeEach(() => {
  server.on('GET /api/v1/account/a1/users', [
    { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.org', role: 'AOWNER' },
  ]);
  server.on(LOG, { events: [event('e1')], next: null });
});

const open = () => openPage(server, '/audit');

describe('the audit log', () => {
  it('names who acted, from where, and the change', async () => {
    await open();
    const [, row] = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole('row');
    await waitFor(() => expect(row?.textContent).toMatch(/Ada Lovelace203\.0\.113\.7Key createdkbid: b1$/));
    expect(server.unknown).toEqual([]);
  });

  it('is read page by page', async () => {
    server.on(LOG, ({ query }: Asked) =>
      query.get('before') === 'e1'
        ? { events: [event('e2', { action: 'key_deleted' })], next: null }
        : { events: [event('e1')], next: 'e1' },
    );
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Show more' }));
    const table = within(screen.getByRole('table', { name: 'Audit log' }));
    await table.findByText('Key revoked');
    expect(table.getByText('Key created')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('is narrowed to one kind of act', async () => {
    const person = await open();
    await choose(person, await screen.findByRole('combobox', { name: 'Act' }), 'Member removed');
    await waitFor(() => expect(server.sent(LOG).at(-1)?.query.get('action')).toBe('member_removed'));
  });

  it('is for owners', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await open();
    await screen.findByRole('heading', { name: 'For owners' });
    expect(server.sent(LOG)).toEqual([]);
  });
});

describe('details of an event', () => {
  it('are texts, numbers and lists, without what is absent', () => {
    expect(detailsText({ role: 'SMEMBER', changed: ['title'], count: 2, user: null })).toBe(
      'role: SMEMBER, changed: ["title"], count: 2',
    );
  });
});
