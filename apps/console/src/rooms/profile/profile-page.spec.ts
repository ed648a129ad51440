/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const USER = { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.org', type: 'USER', avatar: null, language: 'EN' };
const SAVE = 'PATCH /api/v1/user';
const PASSWORD = 'POST /api/auth/setpassword';
const profile = { accounts: ['a1'], can_be_deleted: true, dependant_accounts: [] };

beforeEach(() => {
  server.on('GET /api/v1/user', USER);
  server.on('GET /api/v1/user/welcome', profile);
});

const open = () => openPage(server, '/profile');
const field = (name: RegExp) => screen.findByLabelText(name, { selector: 'input' });

describe('the profile', () => {
  it('is saved, only what differs', async () => {
    server.on(SAVE, null);
    const person = await open();
    await person.type(await field(/^Name/), ' King');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Language of e-mails' }), 'Spanish');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(server.lastBody(SAVE)).toEqual({ name: 'Ada Lovelace King', language: 'ES' });
    expect(server.unknown).toEqual([]);
  });

  it('keeps the old address until the new one is confirmed, and says so', async () => {
    server.on(SAVE, null);
    const person = await open();
    const email = await field(/^E-mail/);
    await person.clear(email);
    await person.type(email, 'king@example.org{Enter}');
    await screen.findByText('A link was mailed to king@example.org. The old address counts until you open it.');
    expect(server.lastBody(SAVE)).toEqual({ email: 'king@example.org' });
    expect(email).toHaveProperty('value', 'ada@example.org');
  });

  it('that is not changed is not sent', async () => {
    const person = await open();
    await field(/^Name/);
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(server.sent(SAVE)).toEqual([]);
  });
});

describe('the password', () => {
  it('is changed with the present one; then everybody signs in again, and no token is left', async () => {
    server.on(PASSWORD, { access_token: 'a', refresh_token: 'r-1' });
    server.on('POST /oauth2/revoke', {});
    const person = await open();
    await person.type(await field(/^Present password/), 'Old-1837');
    await person.type(await field(/^New password/), 'New-1843!{Enter}');
    await screen.findByText('Password changed. Sign in with the new one.');
    expect(server.lastBody(PASSWORD)).toEqual({ password: 'New-1843!', current_password: 'Old-1837' });
    expect(server.lastBody('POST /oauth2/revoke')).toBe('client_id=console&token=r-1');
  });

  it('stays when the present one is wrong', async () => {
    server.on(PASSWORD, refused(403, 'The password is wrong'));
    const person = await open();
    await person.type(await field(/^New password/), 'New-1843!{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The password was not changed.');
    expect(address()).toBe('/profile');
  });
});

describe('the end of a user', () => {
  it('takes the address, typed', async () => {
    server.on('DELETE /api/v1/user', () => {
      server.on('GET /console/session', refused(401, 'Gone'));
      return new Refusal(204, undefined);
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete my user' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete my user' }));
    await person.type(dialog.getByRole('textbox'), 'ada@example.org');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    await waitFor(() => expect(server.sent('DELETE /api/v1/user')).toHaveLength(1));
  });

  it('waits while an account has no other owner', async () => {
    const dependant_accounts = [{ id: 'a1', slug: 'sea' }];
    server.on('GET /api/v1/user/welcome', { ...profile, can_be_deleted: false, dependant_accounts });
    await open();
    await screen.findByText(/You are the only owner of sea/);
    expect(screen.queryByRole('button', { name: 'Delete my user' })).toBeNull();
  });
});
