/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { BOX, BOX_PATH, Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const SAVE = `PATCH ${BOX_PATH}`;
const DELETE = `DELETE ${BOX_PATH}`;
const open = () => openPage(server, '/boxes/b1/settings');
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}(?! in)`) });
const save = async (person: Awaited<ReturnType<typeof open>>) =>
  person.click(screen.getByRole('button', { name: 'Save' }));

describe('the settings of a box', () => {
  it('begin with what the box has', async () => {
    server.on(`GET ${BOX_PATH}`, { ...BOX, description: 'Of the coast', state: 'PUBLISHED', enforce_security: true });
    await open();
    expect(await field('Name')).toHaveProperty('value', 'Tides');
    expect(screen.getByRole('textbox', { name: /URL name/ })).toHaveProperty('value', 'tides');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Of the coast');
    const switches = screen.getAllByRole('switch').map((one) => 'checked' in one && one.checked);
    expect(switches).toEqual([true, true, false, false]);
    expect(screen.getByText('b1')).toBeTruthy();
    expect(server.unknown).toEqual([]);
  });

  it('are saved together, and the page says so', async () => {
    server.on(SAVE, BOX);
    const person = await open();
    await person.clear(await field('Name'));
    await person.type(await field('Name'), 'High tides');
    await person.click(screen.getByRole('switch', { name: 'Published' }));
    await save(person);
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(server.lastBody(SAVE)).toEqual({
      title: 'High tides',
      slug: 'tides',
      description: '',
      state: 'PUBLISHED',
      enforce_security: false,
      hidden_resources_enabled: false,
      hidden_resources_hide_on_creation: false,
    });
  });

  it('hide new resources only where resources can be hidden', async () => {
    server.on(SAVE, BOX);
    server.on(`GET ${BOX_PATH}`, { ...BOX, hidden_resources_enabled: true });
    const person = await open();
    await person.click(await screen.findByRole('switch', { name: 'Hide new resources' }));
    await person.click(screen.getByRole('switch', { name: 'Allow hidden resources' }));
    expect(screen.getByRole('switch', { name: 'Hide new resources' })).toHaveProperty('disabled', true);
    await save(person);
    await waitFor(() =>
      expect(server.lastBody(SAVE)).toMatchObject({
        hidden_resources_enabled: false,
        hidden_resources_hide_on_creation: false,
      }),
    );
  });

  it('stay as they were typed when the server refuses them', async () => {
    const detail = [{ loc: ['body', 'slug'], msg: 'already in use' }];
    server.on(SAVE, refused(422, detail));
    const person = await open();
    await person.type(await field('Name'), '!');
    await save(person);
    expect((await screen.findByRole('alert')).textContent).toContain('slug: already in use');
    expect(await field('Name')).toHaveProperty('value', 'Tides!');
  });

  it('send one request however often the button is pressed', async () => {
    let answer: (() => void) | undefined;
    server.on(SAVE, () => new Promise((resolve) => (answer = () => resolve(BOX))));
    const person = await open();
    await field('Name');
    await save(person);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true'));
    await save(person);
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(server.sent(SAVE)).toHaveLength(1);
  });

  it('of a box that does not exist are a message, without a menu that leads nowhere', async () => {
    server.on('GET /api/v1/account/a1/kb/b5', refused(404, 'Knowledge Box does not exist'));
    await openPage(server, '/boxes/b5/settings');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This does not exist, or no longer exists.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('have names in Spanish for those who chose it', async () => {
    await openPage(server, '/boxes/b1/settings', { kept: { 'lectern.language': 'es' } });
    await screen.findByRole('heading', { level: 1, name: 'Ajustes' });
    expect(document.title).toBe('Ajustes · Tides · Lectern');
  });
});

describe('deleting a box', () => {
  const dialog = async (person: Awaited<ReturnType<typeof open>>) => {
    await person.click(await screen.findByRole('button', { name: 'Delete the knowledge box' }));
    return within(await screen.findByRole('dialog', { name: 'Delete the knowledge box' }));
  };

  it('needs the name of the box, and leads back to the list', async () => {
    server.on(DELETE, new Refusal(204, undefined));
    const person = await open();
    const form = await dialog(person);
    const name = form.getByRole('textbox', { name: 'Type Tides to confirm' });
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(form.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
    server.on('GET /api/v1/account/a1/kbs', []);
    await person.type(name, ' Tides ');
    await person.click(form.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/boxes'));
    await screen.findByRole('heading', { name: 'No knowledge boxes yet' });
    expect(await screen.findByText('Knowledge box deleted.')).toBeTruthy();
    expect(server.sent(DELETE)).toHaveLength(1);
  });

  it('is refused with the reason, and the box stays', async () => {
    server.on(DELETE, refused(403, 'Only owners delete'));
    const person = await open();
    const form = await dialog(person);
    await person.type(form.getByRole('textbox'), 'Tides{Enter}');
    expect((await form.findByRole('alert')).textContent).toContain('Only owners delete');
    expect(address()).toBe('/boxes/b1/settings');
  });

  it('begins with an empty field every time', async () => {
    const person = await open();
    const first = await dialog(person);
    await person.type(first.getByRole('textbox'), 'Tid');
    await person.click(first.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await dialog(person)).getByRole('textbox')).toHaveProperty('value', '');
  });

  it('shows a name with any signs as it is', async () => {
    server.on(`GET ${BOX_PATH}`, { ...BOX, title: 'Ma*ée (2)' });
    const form = await dialog(await open());
    expect(form.getByRole('textbox', { name: 'Type Ma*ée (2) to confirm' })).toBeTruthy();
  });
});
