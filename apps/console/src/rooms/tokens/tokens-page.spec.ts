/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const LIST = 'GET /api/v1/user/pa_tokens';
const CREATE = 'POST /api/v1/user/pa_tokens';
const CLI = { id: 't1', description: 'cli', expires: '2099-01-01T00:00:00+00:00' };

beforeEach(() => server.on(LIST, [CLI, { id: 't2', description: 'first', expires: null }]));

const open = () => openPage(server, '/tokens');
const button = (name: string) => screen.findByRole('button', { name });

describe('access tokens of a person', () => {
  it('are listed with their end', async () => {
    await open();
    const rows = within(await screen.findByRole('table', { name: 'Access tokens' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^cliin \d+ yearsDelete$/),
      'firstNeverDelete',
    ]);
    expect(server.unknown).toEqual([]);
  });

  it('may be none', async () => {
    server.on(LIST, []);
    await open();
    await screen.findByRole('heading', { name: 'No access tokens yet' });
  });

  it('are shown once when they are made, and not closed by accident', async () => {
    server.on(CREATE, { id: 't3', token: 'eyJ.secret', expires: CLI.expires });
    const person = await open();
    await person.click(await button('New token'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    await person.type(dialog.getByRole('textbox', { name: /Description/ }), 'laptop');
    await person.click(dialog.getByRole('button', { name: 'Create token' }));
    const secret = await screen.findByRole('textbox', { name: 'Token' });
    expect('value' in secret && secret.value).toBe('eyJ.secret');
    expect(server.sent(CREATE)[0]?.body).toMatchObject({ description: 'laptop' });
    await person.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'Token' })).toBe(secret);
    await person.click(await button('I have copied it'));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Token' })).toBeNull());
  });

  it('are deleted after a question', async () => {
    const path = 'DELETE /api/v1/user/pa_token/t1';
    server.on(path, () => new Refusal(204, undefined));
    const person = await open();
    await person.click(await button('Delete cli'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the token' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.sent(path)).toHaveLength(1));
    await screen.findByText('Token deleted.');
  });

  it('stay when the server refuses', async () => {
    server.on('DELETE /api/v1/user/pa_token/t1', refused(404, 'Token not found'));
    const person = await open();
    await person.click(await button('Delete cli'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the token' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Token not found');
  });
});
