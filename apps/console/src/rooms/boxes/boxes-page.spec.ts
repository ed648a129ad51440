/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, ANSWERED, BOX, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, textsOf, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const LIST = 'GET /api/v1/account/a1/kbs';
const CREATE = 'POST /api/v1/account/a1/kbs';
const dialog = () => screen.findByRole('dialog', { name: 'New knowledge box' });

describe('the boxes of an account', () => {
  it('are links to their rooms, with their state', async () => {
    server.on(LIST, [BOX, { ...BOX, id: 'b2', title: 'Winds', state: 'PUBLISHED', description: 'Of the north' }]);
    await openPage(server, '/boxes');
    const link = await screen.findByRole('link', { name: 'Tides' });
    expect(link.getAttribute('href')).toBe('/boxes/b1');
    const cards = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^TidesPrivatetides.*Created/),
      expect.stringMatching(/^WindsPublishedtidesOf the north.*Created/),
    ]);
    expect(server.unknown).toEqual([]);
  });

  it('are found by their names, where there are many', async () => {
    const names = ['Tides', 'Winds', 'Lakes', 'Moors'];
    server.on(
      LIST,
      names.map((title, index) => ({ ...BOX, id: `b${index}`, slug: title.toLowerCase(), title })),
    );
    const person = await openPage(server, '/boxes');
    await person.type(await screen.findByRole('searchbox', { name: 'Find a knowledge box' }), 'lak');
    await screen.findByText('1 knowledge box');
    expect(screen.queryByRole('link', { name: 'Tides' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Lakes' })).toBeTruthy();
  });

  it('have the title of the page, which gets the focus', async () => {
    await openPage(server, '/boxes');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Knowledge boxes' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Knowledge boxes · Lectern');
  });

  it('are said to be loading until they come', async () => {
    server.on(LIST, () => ANSWERED);
    await openPage(server, '/boxes');
    await screen.findByRole('heading', { level: 1 });
    expect(textsOf('status')).toContain('Loading');
  });

  it('may be none, and the page says what a box is for', async () => {
    server.on(LIST, []);
    await openPage(server, '/boxes');
    await screen.findByRole('heading', { name: 'No knowledge boxes yet' });
    expect(screen.getByText('A knowledge box holds documents that are searched together.')).toBeTruthy();
  });

  it('cannot be seen without an account', async () => {
    server.on('GET /api/v1/accounts', []);
    await openPage(server, '/boxes');
    await screen.findByRole('heading', { name: 'No account' });
    expect(screen.queryByRole('button', { name: 'New knowledge box' })).toBeNull();
  });

  it('are read again after a failure when somebody presses “Try again”', async () => {
    server.on(LIST, refused(500, 'The database is full'));
    const person = await openPage(server, '/boxes');
    const alert = await screen.findByRole('alert', {}, { timeout: 10_000 });
    expect(alert.textContent).toContain('The server failed. See its log for the reason.');
    expect(alert.textContent).toContain('The server says: The database is full');
    server.on(LIST, [BOX]);
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Tides' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are those of the account that was chosen before', async () => {
    server.on('GET /api/v1/accounts', [ACCOUNT, { ...ACCOUNT, id: 'a2', title: 'Lake office' }]);
    server.on('GET /api/v1/account/a2/kbs', [{ ...BOX, id: 'b9', title: 'Lakes', account_id: 'a2' }]);
    await openPage(server, '/boxes', { kept: { 'lectern.account': 'a2' } });
    await screen.findByRole('link', { name: 'Lakes' });
    expect(server.sent(LIST)).toEqual([]);
  });

  it('show names in the direction of their own script', async () => {
    server.on(LIST, [{ ...BOX, title: 'مد وجزر', description: 'البحر' }]);
    await openPage(server, '/boxes');
    const name = await screen.findByText('مد وجزر');
    expect([name.getAttribute('dir'), name.getAttribute('title')]).toEqual(['auto', 'مد وجزر']);
    expect(screen.getByText('البحر').getAttribute('dir')).toBe('auto');
  });

  it('speak Spanish to those who prefer it', async () => {
    server.on(LIST, []);
    await openPage(server, '/boxes', { languages: ['es-MX', 'en'] });
    await screen.findByRole('button', { name: 'Nueva base de conocimiento' });
    expect(document.documentElement.lang).toBe('es');
  });
});

describe('creating a box', () => {
  it('is not offered to those who do not manage the account', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await openPage(server, '/boxes');
    await screen.findByRole('link', { name: 'Tides' });
    expect(screen.queryByRole('button', { name: 'New knowledge box' })).toBeNull();
  });

  it('takes a name, proposes one for addresses, and goes to the new box', async () => {
    server.on(CREATE, { ...BOX, id: 'b7', title: 'Año 2026' });
    server.on('GET /api/v1/account/a1/kb/b7', { ...BOX, id: 'b7', title: 'Año 2026' });
    const person = await openPage(server, '/boxes');
    await person.click(await screen.findByRole('button', { name: 'New knowledge box' }));
    const form = within(await dialog());
    const name = form.getByRole('textbox', { name: /^Name(?! in)/ });
    await waitFor(() => expect(document.activeElement).toBe(name));
    await person.type(name, ' Año 2026 ');
    expect(form.getByRole('textbox', { name: /URL name/ })).toHaveProperty('value', 'ano-2026');
    await person.type(form.getByRole('textbox', { name: 'Description' }), 'Of the coast');
    await person.keyboard('{Tab}{Tab}{Enter}');
    await waitFor(() => expect(address()).toBe('/boxes/b7/resources'));
    expect(server.lastBody(CREATE)).toEqual({ title: 'Año 2026', slug: 'ano-2026', description: 'Of the coast' });
    expect(await screen.findByText('Knowledge box created.')).toBeTruthy();
  });

  it('says beside the fields what is missing, and sends nothing', async () => {
    const person = await openPage(server, '/boxes');
    await person.click(await screen.findByRole('button', { name: 'New knowledge box' }));
    const form = within(await dialog());
    await person.click(form.getByRole('button', { name: 'Create' }));
    const name = form.getByRole('textbox', { name: /^Name(?! in)/ });
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(form.getByText('Enter a name.')).toBeTruthy();
    expect(form.getByText('Use lower-case letters, digits, “-”, “_” and “:” only.')).toBeTruthy();
    expect(server.sent(CREATE)).toEqual([]);
  });

  it('keeps what was typed when the server refuses it', async () => {
    server.on(CREATE, refused(409, 'The slug is taken'));
    const person = await openPage(server, '/boxes');
    await person.click(await screen.findByRole('button', { name: 'New knowledge box' }));
    const form = within(await dialog());
    await person.type(form.getByRole('textbox', { name: /^Name(?! in)/ }), 'Tides{Enter}');
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toContain('The server says: The slug is taken');
    expect(within(alert).queryByRole('button')).toBeNull();
    expect(form.getByRole('textbox', { name: /^Name(?! in)/ })).toHaveProperty('value', 'Tides');
  });

  it('is cancelled by Escape, and the focus returns to the button', async () => {
    const person = await openPage(server, '/boxes');
    const button = await screen.findByRole('button', { name: 'New knowledge box' });
    await person.click(button);
    await dialog();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
