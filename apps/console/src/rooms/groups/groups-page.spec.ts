/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const GROUPS = 'GET /api/v1/account/a1/groups';
const CREATE = 'POST /api/v1/account/a1/groups';
const CHANGE = 'PATCH /api/v1/account/a1/group/g1/users';
const group = (id: string, name: string, origin: string, members: number) => ({
  id,
  name,
  origin,
  members,
  external_id: null,
  modified: '2026-01-01T00:00:00+00:00',
});
const CHEFS = group('g1', 'Chefs', 'hand', 1);
const ADA = { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.org', active: true };
const BO = { id: 'u2', name: '', email: 'bo@example.org', role: 'AMEMBER' };
const nothing = () => new Refusal(204, undefined);

beforeEach(() => {
  server.on(GROUPS, [CHEFS, group('g2', 'Staff', 'scim', 3), group('g3', 'Guests', 'saml', 0)]);
  server.on('GET /api/v1/account/a1/group/g1/users', [ADA]);
  server.on('GET /api/v1/account/a1/users', [{ ...ADA, role: 'AOWNER' }, BO]);
  server.on(CREATE, CHEFS);
  server.on(CHANGE, nothing);
});

const open = () => openPage(server, '/groups');
const button = (name: string) => screen.findByRole('button', { name });

describe('groups of an account', () => {
  it('are listed with where they come from, and are changed where owners made them', async () => {
    await open();
    const rows = within(await screen.findByRole('table', { name: 'Groups' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'ChefsMade here1RenameDelete',
      'StaffSCIM3',
      'GuestsSAML0Delete',
    ]);
    expect(server.unknown).toEqual([]);
  });

  it('are explained before the first one', async () => {
    server.on(GROUPS, []);
    await open();
    expect((await screen.findByText(/From the first group on/)).textContent).toContain('what is public');
  });

  it('are made by a name', async () => {
    const person = await open();
    await person.click(await button('New group'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New group' }));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), ' Bakers {Enter}');
    await waitFor(() => expect(server.lastBody(CREATE)).toEqual({ name: 'Bakers' }));
    await waitFor(() => expect(server.sent(GROUPS).length).toBeGreaterThan(1));
  });

  it('keep what was typed when the server refuses the name', async () => {
    server.on('PATCH /api/v1/account/a1/group/g1', refused(409, 'There is a group with this name'));
    const person = await open();
    await person.click(await button('Rename Chefs'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename Chefs' }));
    const name = dialog.getByRole('textbox', { name: /^Name/ });
    expect(name).toHaveProperty('value', 'Chefs');
    await person.type(name, '2{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('There is a group with this name');
    expect(name).toHaveProperty('value', 'Chefs2');
  });

  it('show their people, whom owners add and remove', async () => {
    const person = await open();
    await person.click(await button('Chefs: 1 person'));
    const dialog = within(await screen.findByRole('dialog', { name: 'People of Chefs' }));
    await dialog.findByRole('option', { name: 'bo@example.org' });
    await person.selectOptions(await dialog.findByRole('combobox', { name: 'Person' }), 'bo@example.org');
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.lastBody(CHANGE)).toEqual({ add: ['u2'] }));
    const leave = await dialog.findByRole('button', { name: 'Remove Ada Lovelace from the group' });
    await waitFor(() => expect(leave).toHaveProperty('disabled', false));
    await person.click(leave);
    await waitFor(() => expect(server.lastBody(CHANGE)).toEqual({ delete: ['u1'] }));
  });

  it('of the identity provider show their people only', async () => {
    server.on('GET /api/v1/account/a1/group/g2/users', [{ ...ADA, active: false }]);
    const person = await open();
    await person.click(await button('Staff: 3 people'));
    const dialog = within(await screen.findByRole('dialog', { name: 'People of Staff' }));
    await dialog.findByText('ada@example.org, without access');
    expect(dialog.queryByRole('button', { name: /Add|Remove/ })).toBeNull();
  });

  it('are deleted once their name is typed', async () => {
    const path = 'DELETE /api/v1/account/a1/group/g3';
    server.on(path, nothing);
    const person = await open();
    await person.click(await button('Delete Guests'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the group' }));
    await person.type(dialog.getByRole('textbox'), 'Guests');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.sent(path)).toHaveLength(1));
  });

  it('are for owners', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await open();
    await screen.findByText('Only owners of the account see and change its groups.');
    expect(server.sent(GROUPS)).toEqual([]);
  });
});
