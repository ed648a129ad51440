/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const SESSIONS = 'GET /api/v1/user/sessions';
const dates = { created: '2026-01-01T00:00:00+00:00', expires: '2099-01-01T00:00:00+00:00' };
const HERE = { id: 's1', kind: 'console', client_id: null, ...dates, current: true };
const APP = { id: 'g/2', kind: 'application', client_id: 'cli', ...dates, expires: null, current: false };

describe('sessions of a person', () => {
  it('are listed, and the one in use is marked and cannot be ended here', async () => {
    server.on(SESSIONS, [HERE, APP]);
    await openPage(server, '/sessions');
    const rows = within(await screen.findByRole('table', { name: 'Sessions' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^ConsoleThis one/),
      expect.stringMatching(/^Applicationcli.*NeverEnd$/),
    ]);
    expect(screen.getAllByRole('button', { name: /^End/ })).toHaveLength(1);
    expect(server.unknown).toEqual([]);
  });

  it('are ended one by one', async () => {
    const path = 'DELETE /api/v1/user/session/g%2F2';
    server.on(SESSIONS, [HERE, APP]);
    server.on(path, () => {
      server.on(SESSIONS, [HERE]);
      return new Refusal(204, undefined);
    });
    const person = await openPage(server, '/sessions');
    await person.click(await screen.findByRole('button', { name: /^End: Application/ }));
    await screen.findByText('Session ended.');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^End/ })).toBeNull());
    expect(server.sent(path)).toHaveLength(1);
  });

  it('that ended elsewhere are said to be missing', async () => {
    server.on(SESSIONS, [HERE, APP]);
    server.on('DELETE /api/v1/user/session/g%2F2', refused(404, 'Session not found'));
    const person = await openPage(server, '/sessions');
    await person.click(await screen.findByRole('button', { name: /^End: Application/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('no longer exists');
  });
});
