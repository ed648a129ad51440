/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const RECORD = 'GET /api/v1/account/a1';
const SAVE = 'PATCH /api/v1/account/a1';
const LOGO = '/api/v1/account/a1/logo.png';
const NONE = Number.MAX_SAFE_INTEGER;
const account = {
  ...ACCOUNT,
  description: null,
  second_factor: 'optional',
  current_users: 2,
  max_users: 10,
  current_kbs: 1,
  max_kbs: -1,
  current_agents: 0,
  max_agents: -1,
  current_memories: 0,
  max_memories: -1,
  limits: {
    upload: { upload_limit_max_media_file_size: 2_000_000_000, upload_limit_max_non_media_file_size: NONE },
    usage: { monthly_limit_chars_processed: NONE },
  },
};

beforeEach(() => {
  server.on(RECORD, account);
  server.on(`GET ${LOGO}`, refused(404, 'No logo'));
});

const open = () => openPage(server, '/account');

describe('the settings of an account', () => {
  it('are saved together', async () => {
    server.on(SAVE, null);
    const person = await open();
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await person.clear(name);
    await person.type(name, 'Harbour');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(server.lastBody(SAVE)).toEqual({ title: 'Harbour', slug: 'sea', description: null });
    expect(server.unknown).toEqual([]);
  });

  it('that another account has are refused in its words', async () => {
    server.on(SAVE, refused(409, 'Another account has the slug sea'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Another account has the slug sea');
  });

  it('show what is in use and what is allowed', async () => {
    await open();
    const rows = within(await screen.findByRole('table', { name: 'Limits' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'LimitIn useMaximum',
      'Members and invitations210',
      'Knowledge boxes1Unlimited',
      'Agents without memory0Unlimited',
      'Agents with memory0Unlimited',
      'Size of an audio, video or picture file–2 GB',
    ]);
  });

  it('are only shown to members', async () => {
    server.on(RECORD, { ...account, can_manage_account: false });
    await open();
    await screen.findByText('Only owners of the account change it.');
    expect(screen.queryByRole('button', { name: /Save|Delete|logo/ })).toBeNull();
  });

  it('have a logo, which is replaced by another file', async () => {
    server.on(`PATCH ${LOGO}`, () => new Refusal(204, undefined));
    const person = await open();
    const input = await screen.findByLabelText('Choose a logo', { selector: 'input' });
    await person.upload(input, new File(['picture'], 'logo.png', { type: 'image/png' }));
    await screen.findByText('Logo saved.');
    const [sent] = server.sent(`PATCH ${LOGO}`);
    expect(sent?.query.get('account_id')).toBe('a1');
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data/);
    await waitFor(() => expect(server.sent(`GET ${LOGO}`).length).toBeGreaterThan(1));
  });
});

describe('a second factor', () => {
  it('is demanded of all members by a choice', async () => {
    server.on(SAVE, null);
    const person = await open();
    await person.click(await screen.findByRole('radio', { name: 'A passkey, or a code of an app' }));
    await person.click(screen.getByRole('button', { name: 'Save the demand' }));
    await waitFor(() => expect(server.lastBody(SAVE)).toEqual({ second_factor: 'required' }));
  });
});

describe('the end of an account', () => {
  const DELETE = 'DELETE /api/v1/account/a1';

  it('takes its name and a code that was mailed', async () => {
    server.on('GET /api/v1/user', { email: 'ada@example.org' });
    server.on('POST /api/auth/otp/email', null);
    server.on(DELETE, () => {
      server.on('GET /api/v1/accounts', []);
      return new Refusal(204, undefined);
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete the account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account' }));
    await dialog.findByText(/mailed to ada@example.org/);
    await person.click(dialog.getByRole('button', { name: 'Send a code' }));
    await dialog.findByText('Code sent.');
    const action = dialog.getByRole('button', { name: 'Delete' });
    expect(action).toHaveProperty('disabled', true);
    await person.type(dialog.getByRole('textbox', { name: /^Type/ }), 'Sea office');
    await person.type(dialog.getByRole('textbox', { name: 'Code of six digits' }), '123456');
    await person.click(action);
    await screen.findByText('Account Sea office deleted.');
    expect(server.sent(DELETE)[0]?.headers['x-otp-email']).toBe('123456');
    expect(address()).toBe('/boxes');
  });

  it('comes without a code where the person has just signed in', async () => {
    server.on('GET /api/v1/user', { email: 'ada@example.org' });
    server.on(DELETE, () => new Refusal(204, undefined));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete the account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account' }));
    await person.type(dialog.getByRole('textbox', { name: /^Type/ }), 'Sea office{Enter}');
    await screen.findByText('Account Sea office deleted.');
    expect(server.sent(DELETE)[0]?.headers['x-otp-email']).toBeUndefined();
  });

  it('does not come by a wrong code', async () => {
    server.on('GET /api/v1/user', { email: 'ada@example.org' });
    server.on(DELETE, refused(403, 'The code in x-otp-email is wrong'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete the account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account' }));
    await person.type(dialog.getByRole('textbox', { name: /^Type/ }), 'Sea office');
    await person.type(dialog.getByRole('textbox', { name: 'Code of six digits' }), '000000{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('The code in x-otp-email is wrong');
  });
});
