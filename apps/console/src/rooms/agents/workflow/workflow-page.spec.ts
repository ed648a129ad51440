/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { refused } from '../../../console-server.fixture';
import { openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../../page.fixture';
import { AGENT_API, ASK, FIXED, serveAgent } from '../agents.fixture';

const server = serverOfTests();
const LANE = `${AGENT_API}/workflow/default/context`;
const lane = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => serveAgent(server));

const open = () => openPage(server, '/agents/g1/workflow');

describe('a workflow', () => {
  it('is drawn as four lanes with their modules in order', async () => {
    await open();
    const found = await lane('Find');
    await found.findByText('Look it up');
    expect(found.getByText('sea')).toBeTruthy();
    expect(found.getByText('Fixed text')).toBeTruthy();
    await (await lane('Prepare')).findByText('Rephrase');
    expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Prepare',
      'Find',
      'Answer',
      'Check',
    ]);
    expect(server.unknown).toEqual([]);
  });

  it('gets a module of the types that the server describes', async () => {
    const person = await open();
    await (await lane('Find')).findByText('Fixed text');
    await person.click((await lane('Find')).getByRole('button', { name: 'Add a module: Find' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a module' }));
    await person.click(dialog.getByRole('button', { name: /^Fixed text/ }));
    await person.click(dialog.getByRole('button', { name: 'Add a module' }));
    await dialog.findByText('This value is missing or outside its limits.');
    await person.type(dialog.getByRole('textbox', { name: /^Context/ }), 'Tides are slow.');
    await person.click(dialog.getByRole('button', { name: 'Add a module' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.lastBody(`POST ${LANE}`)).toEqual({
      module: 'static_string',
      title: 'Fixed text',
      context: 'Tides are slow.',
    });
  });

  it('has modules that are moved by a button, and by Alt and an arrow', async () => {
    const person = await open();
    const found = await lane('Find');
    await found.findByText('Fixed text');
    server.on(`GET ${LANE}`, () => (server.sent(`POST ${LANE}/order`).length > 0 ? [FIXED, ASK] : [ASK, FIXED]));
    await person.click(found.getByRole('button', { name: 'Move Look it up down' }));
    await waitFor(() => expect(server.lastBody(`POST ${LANE}/order`)).toEqual({ ids: ['m3', 'm2'] }));
    expect(textsOf('status').join()).toContain('Look it up is now 2 of 2.');
    await waitFor(() => expect(found.getAllByRole('listitem')[0]?.textContent).toMatch(/^Facts/));
    found.getByRole('button', { name: 'Facts' }).focus();
    await person.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(server.sent(`POST ${LANE}/order`)).toHaveLength(2));
  });

  it('has modules within modules, saved with the one that holds them', async () => {
    const person = await open();
    const found = await lane('Find');
    await found.findByText('Fixed text');
    await person.click(found.getByRole('button', { name: 'More for Look it up' }));
    await person.click(await screen.findByRole('menuitem', { name: /Fallback/, hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a module' }));
    await person.click(dialog.getByRole('button', { name: /^Fixed text/ }));
    await person.type(dialog.getByRole('textbox', { name: /^Context/ }), 'Else');
    await person.click(dialog.getByRole('button', { name: 'Add a module' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${LANE}/m2`)).toMatchObject({
        module: 'basic_ask',
        sources: ['sea'],
        fallback: { module: 'static_string', context: 'Else' },
      }),
    );
  });

  it('has models that are chosen by their titles, and takes others by name', async () => {
    const saved = `PATCH ${AGENT_API}/workflow/default/preprocess/m1`;
    server.on(saved, null);
    const person = await open();
    const prepare = await lane('Prepare');
    await person.click(await prepare.findByRole('button', { name: 'Rephrase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change' }));
    const field = await dialog.findByRole('combobox', { name: /^Model/ });
    await person.type(field, 'server');
    const option = await screen.findByRole('option', { name: /Our server/, hidden: true });
    expect(screen.queryByRole('option', { name: /Built-in/, hidden: true })).toBeNull();
    await person.click(option);
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.lastBody(saved)).toMatchObject({ model: 'openai_compat/c1' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(await prepare.findByRole('button', { name: 'Rephrase' }));
    const again = within(await screen.findByRole('dialog', { name: 'Change' }));
    await person.type(await again.findByRole('combobox', { name: /^Model/ }), 'gpt-next');
    await person.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.lastBody(saved)).toMatchObject({ model: 'gpt-next' }));
  });

  it('loses a module after a question', async () => {
    const person = await open();
    const found = await lane('Find');
    await found.findByText('Fixed text');
    await person.click(found.getByRole('button', { name: 'More for Facts' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Remove', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Facts' }));
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(server.sent(`DELETE ${LANE}/m3`)).toHaveLength(1));
  });

  it('says why a module was refused, and keeps what was typed', async () => {
    server.on(`PATCH ${LANE}/m3`, refused(422, 'The text is too long'));
    const person = await open();
    await (await lane('Find')).findByText('Fixed text');
    await person.click((await lane('Find')).getByRole('button', { name: 'Facts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change' }));
    const field = dialog.getByRole('textbox', { name: /^Context/ });
    await person.type(field, ' More.');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The text is too long');
    expect(field).toHaveProperty('value', 'The ibex climbs. More.');
  });

  it('has rules, one per line', async () => {
    server.on(`PATCH ${AGENT_API}/workflow/default`, null);
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Settings and 1 rule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Workflow settings' }));
    await person.type(dialog.getByRole('textbox', { name: /^Rules/ }), '{Enter}Name the place.');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${AGENT_API}/workflow/default`)).toMatchObject({
        rules: ['Be short.', 'Name the place.'],
      }),
    );
  });
});

describe('a source of an agent', () => {
  it('has secrets that are never shown, and stay when they are left empty', async () => {
    const driver = {
      id: 'd2',
      identifier: 'web',
      name: 'Web',
      provider: 'brave',
      config: { key: null, endpoint: null },
    };
    server.on(`GET ${AGENT_API}/drivers`, [{ config: driver }]);
    server.on(`PATCH ${AGENT_API}/driver/d2`, null);
    const person = await openPage(server, '/agents/g1/sources');
    await person.click(await screen.findByRole('button', { name: 'Change Web' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Web' }));
    expect(dialog.getByLabelText(/^Key/)).toHaveProperty('type', 'password');
    await person.type(dialog.getByRole('textbox', { name: /^Endpoint/ }), 'https://web.example');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${AGENT_API}/driver/d2`)).toEqual({
        name: 'Web',
        config: { endpoint: 'https://web.example' },
      }),
    );
  });
});
