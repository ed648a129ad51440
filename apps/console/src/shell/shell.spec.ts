/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, ANSWERED, BOX, BOX_PATH, Refusal, refused } from '../console-server.fixture';
import {
  address,
  choose,
  openPage,
  type Person,
  screen,
  serverOfTests,
  textsOf,
  waitFor,
  within,
} from '../page.fixture';

const server = serverOfTests();
const LIST = 'GET /api/v1/account/a1/kbs';
const away = new Refusal(503, '<h1>Service unavailable</h1>', 'text/html');
const menu = () => screen.findByRole('navigation', { name: 'Main menu' });
const links = async () => within(await menu()).getAllByRole('link');

/** Opens the menu of the person, and presses an entry of it. */
async function press(person: Person, role: 'menuitem' | 'menuitemradio', name: string): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'Signed in as Ada Lovelace' }));
  await person.click(await screen.findByRole(role, { name, hidden: true }));
}

describe('the menu', () => {
  it('has the rooms beside the boxes, and says which one is open', async () => {
    await openPage(server, '/boxes');
    expect((await links()).map(({ textContent }) => textContent)).toEqual([
      'Knowledge boxes',
      'Agents',
      'Account settings',
      'People',
      'Groups',
      'Account models',
      'Usage',
      'Single sign-on',
      'Audit log',
      'Profile',
      'Sessions',
      'Access tokens',
      'Health',
    ]);
    const current = (await links()).map((link) => link.getAttribute('aria-current'));
    expect(current).toEqual(['page', ...Array.from({ length: 12 }, () => null)]);
  });

  it('has the rooms of the box that is open, too', async () => {
    server.on(`GET ${BOX_PATH}/service_accounts`, []);
    await openPage(server, '/boxes/b1/keys');
    await screen.findByRole('heading', { level: 1, name: 'Keys' });
    const found = (await links()).map((link) => [link.textContent, link.getAttribute('href')]);
    expect(found).toEqual([
      ['Add', '/boxes/b1/adding'],
      ['Resources', '/boxes/b1/resources'],
      ['Search', '/boxes/b1/search'],
      ['Ask', '/boxes/b1/ask'],
      ['Graph', '/boxes/b1/graph'],
      ['Activity', '/boxes/b1/activity'],
      ['Evaluation', '/boxes/b1/evaluation'],
      ['Search settings', '/boxes/b1/search-settings'],
      ['Models', '/boxes/b1/models'],
      ['Tasks', '/boxes/b1/tasks'],
      ['Strategies', '/boxes/b1/strategies'],
      ['Members', '/boxes/b1/members'],
      ['Keys', '/boxes/b1/keys'],
      ['Export & backup', '/boxes/b1/transfer'],
      ['Settings', '/boxes/b1/settings'],
      ['Knowledge boxes', '/boxes'],
      ['Agents', '/agents'],
      ['Account settings', '/account'],
      ['People', '/people'],
      ['Groups', '/groups'],
      ['Account models', '/models'],
      ['Usage', '/usage'],
      ['Single sign-on', '/single-sign-on'],
      ['Audit log', '/audit'],
      ['Profile', '/profile'],
      ['Sessions', '/sessions'],
      ['Access tokens', '/tokens'],
      ['Health', '/status'],
    ]);
    expect(screen.getByRole('link', { name: 'Keys' }).getAttribute('aria-current')).toBe('page');
  });

  it('leads to the page for the second factor where the account demands one', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, second_factor_missing: true }]);
    await openPage(server, '/usage');
    await screen.findByRole('heading', { name: 'Sea office demands a second factor' });
    expect(screen.getByRole('link', { name: 'Set it up' }).getAttribute('href')).toBe('/user/security');
    expect(screen.queryByRole('heading', { level: 1, name: 'Usage' })).toBeNull();
  });

  it('leads to another room, whose heading gets the focus', async () => {
    const person = await openPage(server, '/boxes/b1/settings');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await person.click(screen.getByRole('link', { name: 'Search' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Search' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect([address(), document.title]).toEqual(['/boxes/b1/search', 'Search · Tides · Lectern']);
  });

  it('can be skipped: the first link of the page leads to its content', async () => {
    const person = await openPage(server, '/boxes');
    const [first] = await screen.findAllByRole('link');
    expect([first?.textContent, first?.getAttribute('href')]).toEqual(['Skip to content', '#content']);
    expect(screen.getByRole('main').id).toBe('content');
    await screen.findByRole('link', { name: 'Tides' });
    document.body.focus();
    (document.activeElement as HTMLElement).blur();
    await person.tab();
    expect(document.activeElement).toBe(first);
  });

  it('opens on narrow pages by a button that says whether it is open', async () => {
    const person = await openPage(server, '/boxes');
    const button = await screen.findByLabelText('Menu');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await person.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the box that is open', () => {
  it('is named in the header, and others are one choice away', async () => {
    server.on(LIST, [BOX, { ...BOX, id: 'b2', title: 'Winds' }]);
    server.on('GET /api/v1/account/a1/kb/b2', { ...BOX, id: 'b2', title: 'Winds' });
    const person = await openPage(server, '/boxes/b1/settings');
    const list = await screen.findByRole('combobox', { name: 'Knowledge box' });
    await waitFor(() => expect(list).toHaveProperty('value', 'Tides'));
    await choose(person, list, 'Winds');
    await waitFor(() => expect(address()).toBe('/boxes/b2/resources'));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Knowledge box' })).toHaveProperty('value', 'Winds'),
    );
  });

  it('may be one of an account that is not chosen', async () => {
    server.on('GET /api/v1/accounts', [ACCOUNT, { ...ACCOUNT, id: 'a2', title: 'Lake office' }]);
    server.on('GET /api/v1/account/a1/kb/b8', refused(404, 'Knowledge Box does not exist'));
    server.on('GET /api/v1/account/a2/kb/b8', { ...BOX, id: 'b8', title: 'Lakes', account_id: 'a2' });
    await openPage(server, '/boxes/b8/search');
    await screen.findByRole('heading', { level: 1, name: 'Search' });
    expect(document.title).toBe('Search · Lakes · Lectern');
  });

  it('that cannot be read because the server fails can be read again', async () => {
    server.on(`GET ${BOX_PATH}`, refused(500, 'Broken'));
    const person = await openPage(server, '/boxes/b1/search');
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    server.on(`GET ${BOX_PATH}`, BOX);
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Search' });
  });

  it('that nobody may see is not shown', async () => {
    server.on(`GET ${BOX_PATH}`, refused(403, 'No role'));
    await openPage(server, '/boxes/b1/search');
    expect((await screen.findByRole('alert')).textContent).toContain('You are not allowed to do this.');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('the menu of the person', () => {
  it('says who is signed in, and until when', async () => {
    const person = await openPage(server, '/boxes');
    await person.click(await screen.findByRole('button', { name: 'Signed in as Ada Lovelace' }));
    const dropdown = await screen.findByRole('menu', { hidden: true });
    await waitFor(() => expect(dropdown.textContent).toMatch(/^Ada LovelaceSession ends in \d+ years/));
  });

  it('changes the account whose boxes are shown, and remembers it', async () => {
    server.on('GET /api/v1/accounts', [ACCOUNT, { ...ACCOUNT, id: 'a2', title: 'Lake office' }]);
    server.on('GET /api/v1/account/a2/kbs', [{ ...BOX, id: 'b9', title: 'Lakes', account_id: 'a2' }]);
    const person = await openPage(server, '/boxes');
    await screen.findByRole('link', { name: 'Tides' });
    await press(person, 'menuitemradio', 'Lake office');
    await screen.findByRole('link', { name: 'Lakes' });
    expect(localStorage.getItem('lectern.account')).toBe('a2');
  });

  it('offers no accounts where there is one', async () => {
    const person = await openPage(server, '/boxes');
    await person.click(await screen.findByRole('button', { name: 'Signed in as Ada Lovelace' }));
    const choices = await screen.findAllByRole('menuitemradio', { hidden: true });
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'English',
      'Español',
      'Match system',
      'Light',
      'Dark',
    ]);
  });

  it('changes the language of everything at once', async () => {
    const person = await openPage(server, '/boxes');
    await press(person, 'menuitemradio', 'Español');
    await screen.findByRole('heading', { level: 1, name: 'Bases de conocimiento' });
    await waitFor(() => expect(document.title).toBe('Bases de conocimiento · Lectern'));
    expect(document.documentElement.lang).toBe('es');
  });

  it('names each language in itself, and says which one it is', async () => {
    const person = await openPage(server, '/boxes');
    await person.click(await screen.findByRole('button', { name: 'Signed in as Ada Lovelace' }));
    const spanish = await screen.findByRole('menuitemradio', { name: 'Español', hidden: true });
    expect([spanish.getAttribute('lang'), spanish.getAttribute('aria-checked')]).toEqual(['es', 'false']);
  });

  it('changes the colours', async () => {
    const person = await openPage(server, '/boxes');
    await press(person, 'menuitemradio', 'Dark');
    await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  });

  it('signs out', async () => {
    server.on('DELETE /console/session', () => {
      server.on('GET /console/session', refused(401, 'Missing credentials'));
      return new Refusal(204, undefined);
    });
    const person = await openPage(server, '/boxes');
    await press(person, 'menuitem', 'Sign out');
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(window.location.pathname).toBe('/sign-in');
  });

  it('says so when somebody could not be signed out', async () => {
    server.on('DELETE /console/session', refused(500, 'Broken'));
    const person = await openPage(server, '/boxes');
    await press(person, 'menuitem', 'Sign out');
    const said = await screen.findByText(/^You are still signed in\./);
    expect(said.textContent).toContain('The server failed.');
    expect(address()).toBe('/boxes');
  });
});

describe('the keyboard', () => {
  it.each(['/', '{Shift>}/{/Shift}'])('goes from a room to the search by %s, and there to its field', async (keys) => {
    const person = await openPage(server, '/boxes/b1/settings');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await person.keyboard(keys);
    await screen.findByRole('heading', { level: 1, name: 'Search' });
    await person.keyboard(keys);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
    await person.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '/');
  });

  it('goes to another box by Ctrl+K, also while somebody writes', async () => {
    const person = await openPage(server, '/boxes/b1/search');
    await person.click(await screen.findByRole('searchbox'));
    await person.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Knowledge box' }));
  });

  it('has no shortcuts for those who switch them off', async () => {
    const person = await openPage(server, '/boxes/b1/settings', { kept: { 'lectern.shortcuts': 'off' } });
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await person.keyboard('/');
    expect(address()).toBe('/boxes/b1/settings');
  });
});

describe('a server that is down', () => {
  it('is said above the page, which stays, until it is back', async () => {
    const person = await openPage(server, '/boxes/b1/search');
    await screen.findByRole('heading', { level: 1, name: 'Search' });
    server.on('GET /console/session', away);
    server.on('POST /api/v1/kb/b1/find', away);
    await person.type(screen.getByRole('searchbox'), 'moon');
    await waitFor(() => expect(textsOf('status').join()).toContain('The server does not answer'), { timeout: 15_000 });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'moon');
    const answer = { resources: {}, best_matches: [], next_page: false };
    server.on('POST /api/v1/kb/b1/find', answer);
    server.on('GET /console/session', { id: 'u1', name: 'Ada Lovelace', expires: '2099-01-01T00:00:00Z' });
    await screen.findByRole('heading', { name: 'Nothing found' }, { timeout: 15_000 });
    expect(textsOf('status').join()).not.toContain('The server does not answer');
  });

  it('at the start is a message with a way to try again', async () => {
    server.on('GET /console/session', away);
    const person = await openPage(server, '/boxes');
    const alert = await screen.findByRole('alert', {}, { timeout: 15_000 });
    expect(alert.textContent).toContain('The server does not answer. Check that it is running');
    server.reset();
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Tides' }, { timeout: 15_000 });
  });
});

describe('an address', () => {
  it('without a page says so, and leads home', async () => {
    await openPage(server, '/nowhere');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(screen.getByRole('link', { name: 'Go to the knowledge boxes' }).getAttribute('href')).toBe('/boxes');
  });

  it.each([
    ['/', '/boxes'],
    ['/boxes/b1', '/boxes/b1/resources'],
  ])('%s is that of %s', async (given, shown) => {
    server.on('POST /api/v1/kb/b1/catalog', () => ANSWERED);
    await openPage(server, given);
    await waitFor(() => expect(address()).toBe(shown));
  });
});
