/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, Refusal } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';
import { AGENT, AGENT_API, serveAgent } from './agents.fixture';

const server = serverOfTests();
const LIST = 'GET /api/v1/account/a1/kbs';
const MODULES = ['preprocess', 'context', 'generation'];

/** The list of boxes and that of agents have one address. */
function serveList(agents: readonly object[]): void {
  const boxes = [{ id: 'b1', title: 'Tides', slug: 'tides' }];
  server.on(LIST, ({ query }: { readonly query: URLSearchParams }) =>
    query.get('mode') === 'agents' ? agents : boxes,
  );
}

describe('the agents of an account', () => {
  it('may be none, which says what an agent does', async () => {
    serveList([]);
    await openPage(server, '/agents');
    await screen.findByRole('heading', { name: 'No agents yet' });
  });

  it('are listed with what they keep', async () => {
    serveList([AGENT, { ...AGENT, id: 'g2', title: 'Brief', mode: 'agent_no_memory' }]);
    await openPage(server, '/agents');
    expect((await screen.findByRole('link', { name: 'Guide' })).getAttribute('href')).toBe('/agents/g1');
    expect(screen.getByText('Keeps nothing')).toBeTruthy();
  });

  it('are made of a knowledge box, and answer from it at once', async () => {
    serveList([]);
    serveAgent(server);
    server.on('POST /api/v1/account/a1/kbs', new Refusal(201, { id: 'g1' }));
    server.on(`POST ${AGENT_API}/drivers`, { id: 'd1' });
    for (const kind of MODULES) server.on(`POST ${AGENT_API}/${kind}`, { id: 'm' });
    server.on(`GET ${AGENT_API}/sessions`, { resources: [], pagination: { page: 0, size: 50, last: true } });
    const person = await openPage(server, '/agents');
    const [open] = await screen.findAllByRole('button', { name: 'New agent' });
    await person.click(open ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'New agent' }));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Sea guide');
    await dialog.findByRole('option', { name: 'Tides' });
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Answers from' }), 'Tides');
    await person.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(address()).toBe('/agents/g1/chat'));
    expect(server.lastBody('POST /api/v1/account/a1/kbs')).toEqual({
      title: 'Sea guide',
      slug: 'sea-guide',
      mode: 'agent',
    });
    expect(server.lastBody(`POST ${AGENT_API}/drivers`)).toMatchObject({
      provider: 'kbdb',
      config: { kbid: 'b1', internal: true },
    });
    expect(server.lastBody(`POST ${AGENT_API}/context`)).toMatchObject({ module: 'basic_ask', sources: ['box'] });
  });
});

describe('an agent', () => {
  it('has rooms, of which those who do not own it see two', async () => {
    serveAgent(server);
    server.on('GET /api/v1/account/a1/kb/g1', { ...AGENT, role_on_kb: 'SMEMBER' });
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await openPage(server, '/agents/g1/chat');
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
    await menu.findByText('Guide');
    const own = menu.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/agents/'));
    expect(own.map(({ textContent }) => textContent)).toEqual(['Chat', 'Connect']);
  });

  it('is deleted by its name', async () => {
    serveList([]);
    serveAgent(server);
    server.on('DELETE /api/v1/account/a1/kb/g1', new Refusal(204, undefined));
    const person = await openPage(server, '/agents/g1/settings');
    await person.click(await screen.findByRole('button', { name: 'Delete the agent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the agent' }));
    await person.type(dialog.getByRole('textbox'), 'Guide');
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/agents'));
  });

  it('shows its clients how to reach it over MCP', async () => {
    serveAgent(server);
    await openPage(server, '/agents/g1/connect');
    const field = await screen.findByRole('textbox', { name: 'Address of the MCP server' });
    expect((field as HTMLInputElement).value).toMatch(/\/api\/v1\/agent\/g1\/session\/ephemeral\/mcp$/);
    expect(screen.getByText(/claude mcp add --transport http guide/)).toBeTruthy();
  });
});
