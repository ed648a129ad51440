/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, BOX_PATH, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const USERS = `GET ${BOX_PATH}/users`;
const CHANGE = `PATCH ${BOX_PATH}/users`;
const INVITES = `GET ${BOX_PATH}/invites`;
const TO_ACCOUNT = 'POST /api/v1/account/a1/invite';
const INVITE = `POST ${BOX_PATH}/invite`;
const ADA = { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.org', role: 'SOWNER' };
const BO = { id: 'u2', name: '', email: 'bo@example.org', role: 'SMEMBER' };
const CY = { id: 'u3', name: 'Cy', email: 'cy@example.org', role: 'AMEMBER' };

beforeEach(() => {
  server.on(USERS, [BO, ADA]);
  server.on(INVITES, [{ email: 'di@example.org', role: 'SMEMBER', expires: '2099-01-01T00:00:00+00:00' }]);
  server.on('GET /api/v1/account/a1/users', [{ ...ADA, role: 'AOWNER' }, { ...BO, role: 'AMEMBER' }, CY]);
  server.on(CHANGE, () => new Refusal(204, undefined));
  server.on(INVITE, () => new Refusal(204, undefined));
  server.on(TO_ACCOUNT, {});
});

const open = () => openPage(server, '/boxes/b1/members');
const button = (name: string) => screen.findByRole('button', { name });

describe('members of a box', () => {
  it('are listed by name with their roles, and who is invited', async () => {
    await open();
    const members = within(await screen.findByRole('table', { name: 'Members' })).getAllByRole('row');
    expect(members.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ada Lovelace \(you\)ada@example.org/),
      expect.stringMatching(/^bo@example.orgReader/),
    ]);
    const invited = within(await screen.findByRole('table', { name: 'Pending invitations' })).getAllByRole('row');
    expect(invited[1]?.textContent).toMatch(/^di@example.orgReader.*Cancel$/);
    expect(server.unknown).toEqual([]);
  });

  it('may be none yet', async () => {
    server.on(USERS, []);
    await open();
    await screen.findByRole('heading', { name: 'Nobody has a role here yet' });
  });

  it('get another role by a choice', async () => {
    const person = await open();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Role of bo@example.org' }), 'Writer');
    await waitFor(() => expect(server.lastBody(CHANGE)).toEqual({ update: [{ id: 'u2', role: 'SCONTRIBUTOR' }] }));
  });

  it('are removed after a question', async () => {
    const person = await open();
    await person.click(await button('Remove bo@example.org'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove from the knowledge box' }));
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(server.lastBody(CHANGE)).toEqual({ delete: ['u2'] }));
  });

  it('stay when the server refuses, which the page says', async () => {
    server.on(CHANGE, refused(409, 'The knowledge box needs an owner'));
    const person = await open();
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ada Lovelace' }), 'Reader');
    expect((await screen.findByRole('alert')).textContent).toContain('The knowledge box needs an owner');
  });

  it('are shown to owners only', async () => {
    server.on(USERS, refused(403, 'Forbidden'));
    server.on(INVITES, refused(403, 'Forbidden'));
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('You are not allowed to do this.');
  });
});

describe('a person who is added to a box', () => {
  const add = async (email: string) => {
    const person = await open();
    await person.click(await button('Add a person'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
    await person.type(dialog.getByLabelText(/^E-mail/), email);
    await person.click(dialog.getByRole('radio', { name: /^Writer/ }));
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    return dialog;
  };

  it('has access at once as a member of the account', async () => {
    await add('CY@example.org');
    await screen.findByText('CY@example.org can use the knowledge box now.');
    expect(server.lastBody(CHANGE)).toEqual({ add: [{ id: 'u3', role: 'SCONTRIBUTOR' }] });
    expect(server.sent(INVITE)).toEqual([]);
  });

  it('is invited otherwise', async () => {
    await add('di@example.org');
    await screen.findByText('Invitation sent to di@example.org.');
    expect(server.lastBody(TO_ACCOUNT)).toMatchObject({ email: 'di@example.org', role: 'AMEMBER' });
    expect(server.lastBody(INVITE)).toMatchObject({ email: 'di@example.org', role: 'SCONTRIBUTOR' });
  });

  it('is invited to the box alone by somebody who does not own the account', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await add('di@example.org');
    await screen.findByText('Invitation sent to di@example.org.');
    expect(server.sent(TO_ACCOUNT)).toEqual([]);
  });

  it('stays in the form when the server refuses', async () => {
    server.on(INVITE, refused(409, 'The person is a user of the knowledge box already'));
    const dialog = await add('di@example.org');
    expect((await dialog.findByRole('alert')).textContent).toContain('already');
  });
});
