/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { BOX_PATH, Refusal, refused } from '../../console-server.fixture';
import { choose, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const LIST = `GET ${BOX_PATH}/service_accounts`;
const CREATE = `POST ${BOX_PATH}/service_accounts`;
const KEYS = `${BOX_PATH}/service_account/s1/keys`;
const KEY = { id: 'aaaaaaaa-1111', created: '2026-01-01T12:00:00', expires: '2099-01-01T00:00:00' };
const IMPORTER = { id: 's1', title: 'Importer', role: 'SCONTRIBUTOR', created: '2026-01-01T12:00:00', keys: [KEY] };

beforeEach(() => server.on(LIST, [IMPORTER]));

const open = () => openPage(server, '/boxes/b1/keys');
const button = (name: string) => screen.findByRole('button', { name });

describe('the service accounts of a box', () => {
  it('are listed with their roles and keys', async () => {
    const expired = { ...KEY, id: 'bbbbbbbb-2222', expires: '2020-01-01T00:00:00' };
    server.on(LIST, [{ ...IMPORTER, keys: [KEY, expired] }]);
    await open();
    const table = await screen.findByRole('table', { name: 'Keys of Importer' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'KeyCreatedExpiresActions',
      expect.stringMatching(/^aaaaaaaa.*in \d+ yearsRevoke$/),
      expect.stringMatching(/^bbbbbbbb.*ExpiredRevoke$/),
    ]);
    expect(screen.getByText('Writer')).toBeTruthy();
    expect(server.unknown).toEqual([]);
  });

  it('name the page and the box in the title of the document', async () => {
    await open();
    await screen.findByRole('heading', { level: 1, name: 'Keys' });
    expect(document.title).toBe('Keys · Tides · Lectern');
  });

  it('may be none', async () => {
    server.on(LIST, []);
    await open();
    await screen.findByRole('heading', { name: 'No service accounts yet' });
  });

  it('say so when one has no keys', async () => {
    server.on(LIST, [{ ...IMPORTER, keys: [] }]);
    await open();
    expect(await screen.findByText('No keys yet.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('are not for those without the role, and the page says whom to ask', async () => {
    server.on(LIST, refused(403, 'Not allowed'));
    await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Ask an owner of the account or of the knowledge box for the required role.');
    expect(within(alert).queryByRole('button')).toBeNull();
    expect(server.sent(LIST)).toHaveLength(1);
  });

  it('keep names in their own direction', async () => {
    server.on(LIST, [{ ...IMPORTER, title: 'مستورد' }]);
    await open();
    expect((await screen.findByText('مستورد')).getAttribute('dir')).toBe('auto');
    await button('New key for مستورد');
  });
});

describe('a new service account', () => {
  it('gets the least role unless another is chosen', async () => {
    server.on(CREATE, { id: 's2' });
    const person = await open();
    await person.click(await button('New service account'));
    const form = within(await screen.findByRole('dialog', { name: 'New service account' }));
    const roles = form
      .getAllByRole('radio')
      .map((radio) => [radio.getAttribute('value'), 'checked' in radio && radio.checked]);
    expect(roles).toEqual([
      ['SMEMBER', true],
      ['SCONTRIBUTOR', false],
      ['SOWNER', false],
    ]);
    await person.type(form.getByRole('textbox', { name: /Name/ }), ' Reader {Enter}');
    await waitFor(() => expect(server.lastBody(CREATE)).toEqual({ title: 'Reader', role: 'SMEMBER' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.sent(LIST).length).toBeGreaterThan(1));
  });

  it('gets the role that is chosen', async () => {
    server.on(CREATE, { id: 's2' });
    const person = await open();
    await person.click(await button('New service account'));
    const form = within(await screen.findByRole('dialog', { name: 'New service account' }));
    await person.click(form.getByRole('radio', { name: 'Owner' }));
    await person.type(form.getByRole('textbox', { name: /Name/ }), 'Boss');
    await person.click(form.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(server.lastBody(CREATE)).toEqual({ title: 'Boss', role: 'SOWNER' }));
  });

  it('stays in its form when the server refuses it', async () => {
    server.on(CREATE, refused(402, 'At most 100 service accounts'));
    const person = await open();
    await person.click(await button('New service account'));
    const form = within(await screen.findByRole('dialog', { name: 'New service account' }));
    await person.type(form.getByRole('textbox', { name: /Name/ }), 'Reader{Enter}');
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toContain('A limit has been reached');
    expect(alert.textContent).toContain('At most 100 service accounts');
  });
});

describe('a new key', () => {
  const create = async (days?: string) => {
    const person = await open();
    await person.click(await button('New key for Importer'));
    const form = within(await screen.findByRole('dialog', { name: 'New key for Importer' }));
    if (days !== undefined) await choose(person, form.getByRole('combobox', { name: 'Valid for' }), days);
    await person.click(form.getByRole('button', { name: 'Create key' }));
    return person;
  };
  const daysLeft = () => {
    const { expires } = server.lastBody(`POST ${KEYS}`) as { readonly expires: number }; // by the contract
    return Math.round((expires - Date.now() / 1_000) / 86_400);
  };

  it('is shown once, and the dialog closes only when somebody says that it was copied', async () => {
    server.on(`POST ${KEYS}`, { id: 'k9', token: 'eyJ.secret' });
    const person = await create();
    const dialog = within(await screen.findByRole('dialog', { name: 'Your new key' }));
    expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveProperty('value', 'eyJ.secret');
    expect(textsOf('status')).toContain('Copy it now: it is not shown again.');
    expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Your new key' })).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.innerHTML).not.toContain('eyJ.secret');
    expect(daysLeft()).toBe(90);
  });

  it('lives as long as is chosen', async () => {
    server.on(`POST ${KEYS}`, { id: 'k9', token: 'eyJ.secret' });
    await create('7 days');
    await screen.findByRole('dialog', { name: 'Your new key' });
    expect(daysLeft()).toBe(7);
  });

  it('says why it was not created', async () => {
    server.on(`POST ${KEYS}`, refused(429, { message: 'Too many requests; retry later', try_after: 'soon' }));
    await create();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Too many requests; retry later');
  });
});

describe('revoking and deleting', () => {
  it('a key is asked about first, with the focus on the way out', async () => {
    server.on(`DELETE ${BOX_PATH}/service_account/s1/key/${KEY.id}`, new Refusal(204, undefined));
    const person = await open();
    await person.click(await button('Revoke key aaaaaaaa'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the key' }));
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    expect(dialog.getByText(/This cannot be undone/)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Key revoked.')).toBeTruthy();
    expect(server.sent(`DELETE ${BOX_PATH}/service_account/s1/key/${KEY.id}`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a key that cannot be revoked stays, with the reason', async () => {
    server.on(`DELETE ${BOX_PATH}/service_account/s1/key/${KEY.id}`, refused(404, 'Key does not exist'));
    const person = await open();
    await person.click(await button('Revoke key aaaaaaaa'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the key' }));
    await person.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('This does not exist, or no longer exists.');
  });

  it('an account needs its name typed', async () => {
    server.on(`DELETE ${BOX_PATH}/service_account/s1`, new Refusal(204, undefined));
    const person = await open();
    await person.click(await button('Delete Importer'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the service account' }));
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    expect(confirm).toHaveProperty('disabled', true);
    await person.type(dialog.getByRole('textbox', { name: 'Type Importer to confirm' }), 'Import{Enter}');
    expect(server.sent(`DELETE ${BOX_PATH}/service_account/s1`)).toEqual([]);
    server.on(LIST, []);
    await person.type(dialog.getByRole('textbox'), 'er{Enter}');
    expect(await screen.findByText('Service account deleted.')).toBeTruthy();
    await screen.findByRole('heading', { name: 'No service accounts yet' });
  });
});
