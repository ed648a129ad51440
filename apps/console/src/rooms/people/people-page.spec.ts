/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const MEMBERS = 'GET /api/v1/account/a1/users';
const CHANGE = 'PATCH /api/v1/account/a1/users';
const INVITES = 'GET /api/v1/account/a1/invites';
const ADA = { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.org', role: 'AOWNER' };
const BO = { id: 'u2', name: '', email: 'bo@example.org', role: 'AMEMBER' };
const PENDING = { email: 'cy@example.org', role: 'AMEMBER', expires: '2099-01-01T00:00:00+00:00' };

beforeEach(() => {
  server.on(MEMBERS, [ADA, BO]);
  server.on(INVITES, [PENDING]);
  server.on(CHANGE, () => new Refusal(204, undefined));
});

const open = () => openPage(server, '/people');
const button = (name: string) => screen.findByRole('button', { name });

describe('people of an account', () => {
  it('are listed with their roles, and who is invited', async () => {
    await open();
    const members = within(await screen.findByRole('table', { name: 'People' })).getAllByRole('row');
    expect(members.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ada Lovelace \(you\)ada@example.org/),
      expect.stringMatching(/^bo@example.org/),
    ]);
    const invited = within(await screen.findByRole('table', { name: 'Pending invitations' })).getAllByRole('row');
    expect(invited[1]?.textContent).toMatch(/^cy@example.orgMember.*Cancel$/);
    expect(server.unknown).toEqual([]);
  });

  it('get another role by a choice', async () => {
    const person = await open();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Role of bo@example.org' }), 'Owner');
    await waitFor(() => expect(server.sent(CHANGE)).toHaveLength(1));
    expect(server.sent(CHANGE)[0]?.body).toEqual({ add: [{ id: 'u2', role: 'AOWNER' }] });
    await waitFor(() => expect(server.sent(MEMBERS).length).toBeGreaterThan(1));
  });

  it('are removed once their address is typed', async () => {
    const person = await open();
    await person.click(await button('Remove bo@example.org'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove from the account' }));
    const confirm = dialog.getByRole('button', { name: 'Remove' });
    expect('disabled' in confirm && confirm.disabled).toBe(true);
    await person.type(dialog.getByRole('textbox'), 'bo@example.org');
    await person.click(confirm);
    await waitFor(() => expect(server.sent(CHANGE)[0]?.body).toEqual({ delete: ['u2'] }));
  });

  it('who lost their second factor are helped once their address is typed', async () => {
    const path = 'DELETE /api/v1/account/a1/user/u2/second_factor';
    server.on(path, () => new Refusal(204, undefined));
    const person = await open();
    expect(screen.queryByRole('button', { name: /second factor of Ada/ })).toBeNull();
    await person.click(await button('Reset the second factor of bo@example.org'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset the second factor' }));
    await person.type(dialog.getByRole('textbox'), 'bo@example.org');
    await person.click(dialog.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(server.sent(path)).toHaveLength(1));
  });

  it('stay when the server refuses, which the page says', async () => {
    server.on(CHANGE, refused(409, 'The account needs an owner'));
    const person = await open();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ada Lovelace' }), 'Member');
    expect((await screen.findByRole('alert')).textContent).toContain('The account needs an owner');
  });

  it('are only shown to members who do not own the account', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await open();
    await screen.findByRole('table', { name: 'People' });
    expect(screen.queryByRole('button', { name: /Remove|Invite/ })).toBeNull();
    expect(screen.queryByRole('combobox', { name: /Role of/ })).toBeNull();
    expect(server.sent(INVITES)).toEqual([]);
  });
});

describe('an invitation', () => {
  it('is sent to an address, with the least role unless another is chosen', async () => {
    server.on('POST /api/v1/account/a1/invite', null);
    const person = await open();
    await person.click(await button('Invite a person'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }));
    await person.type(dialog.getByRole('textbox', { name: /E-mail/ }), 'di@example.org');
    await person.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    await waitFor(() => expect(server.sent('POST /api/v1/account/a1/invite')).toHaveLength(1));
    expect(server.sent('POST /api/v1/account/a1/invite')[0]?.body).toMatchObject({
      email: 'di@example.org',
      role: 'AMEMBER',
    });
    await screen.findByText('Invitation sent to di@example.org.');
  });

  it('is cancelled', async () => {
    const path = 'DELETE /api/v1/account/a1/invite/cy%40example.org';
    server.on(path, () => new Refusal(204, undefined));
    const person = await open();
    await person.click(await button('Cancel the invitation of cy@example.org'));
    await waitFor(() => expect(server.sent(path)).toHaveLength(1));
  });
});
