/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { PERSON, Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, textsOf, waitFor } from '../../page.fixture';

const server = serverOfTests();
const SESSION = 'GET /console/session';
const SIGN_IN = 'POST /console/session';
const token = async () => {
  const [shown] = screen.queryAllByLabelText(/^Personal access token/);
  if (!shown) (await screen.findByRole('button', { name: 'Use a personal access token' })).click();
  return screen.findByLabelText(/^Personal access token/);
};
const submit = () => screen.getByRole('button', { name: 'Sign in with the token' });

/** Nobody is signed in until somebody signs in. */
beforeEach(() => {
  server.on(SESSION, refused(401, 'Missing credentials'));
  server.on(SIGN_IN, () => {
    server.on(SESSION, PERSON);
    return PERSON;
  });
});

describe('signing in', () => {
  it('comes before every page, and leads back to it', async () => {
    const person = await openPage(server, '/boxes/b1/keys?x=1');
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    server.on('GET /api/v1/account/a1/kb/b1/service_accounts', []);
    await person.type(await token(), ' eyJ.token {Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Keys' });
    expect(server.lastBody(SIGN_IN)).toEqual({ token: 'eyJ.token' });
    expect(window.location.pathname).toBe('/boxes/b1/keys');
  });

  it('leads to the boxes when nobody wanted to be elsewhere', async () => {
    const person = await openPage(server, '/sign-in');
    await person.type(await token(), 'eyJ.token');
    await person.click(submit());
    await screen.findByRole('link', { name: 'Tides' });
    expect(address()).toBe('/boxes');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('leads not to %s', async (from) => {
    const person = await openPage(server, `/sign-in?from=${encodeURIComponent(from)}`);
    await person.type(await token(), 'eyJ.token{Enter}');
    await screen.findByRole('link', { name: 'Tides' });
    expect(window.location.href).toBe(`${server.origin}/boxes`);
  });

  it.each(['//evil.example', 'https://evil.example'])('leads not to %s those who are signed in', async (from) => {
    server.on(SESSION, PERSON);
    await openPage(server, `/sign-in?from=${encodeURIComponent(from)}`);
    await screen.findByRole('link', { name: 'Tides' });
    expect(window.location.href).toBe(`${server.origin}/boxes`);
  });

  it('sends the header that tells the console from other pages', async () => {
    const person = await openPage(server, '/sign-in');
    await person.type(await token(), 'eyJ.token{Enter}');
    await screen.findByRole('link', { name: 'Tides' });
    expect(server.asked.every(({ headers }) => headers['x-lectern-console'] === '1')).toBe(true);
  });

  it('never shows the token, and asks for it in a field that browsers fill in', async () => {
    await openPage(server, '/sign-in');
    const field = await token();
    expect([field.getAttribute('type'), field.getAttribute('autocomplete')]).toEqual(['password', 'current-password']);
  });

  it('sends nothing for an empty field', async () => {
    const person = await openPage(server, '/sign-in');
    await person.type(await token(), '   {Enter}');
    expect(server.sent(SIGN_IN)).toEqual([]);
  });

  it('is skipped by those who are signed in', async () => {
    server.on(SESSION, PERSON);
    await openPage(server, '/sign-in');
    await screen.findByRole('link', { name: 'Tides' });
    expect(address()).toBe('/boxes');
  });

  it('has the title of the document, and the focus on its heading', async () => {
    await openPage(server, '/sign-in');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Sign in · Lectern');
  });
});

describe('a sign-in that fails', () => {
  it.each([
    [401, 'Invalid token', 'This token is unknown, expired or revoked.'],
    [429, 'Slow down', 'Too many attempts. Wait a minute, then try again.'],
    [500, 'Out of memory', 'Sign-in failed.'],
  ])('with %d says why, in words for people and in those of the server', async (status, detail, text) => {
    server.on(SIGN_IN, refused(status, detail));
    const person = await openPage(server, '/sign-in');
    await person.type(await token(), 'wrong{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`${text}The server says: ${detail}`);
    expect(alert.querySelector('[lang]')?.getAttribute('lang')).toBe('en');
    expect(await token()).toHaveProperty('value', 'wrong');
  });

  it('because a proxy has no server is said as such', async () => {
    server.on(SIGN_IN, new Refusal(502, '<h1>Bad gateway</h1>', 'text/html'));
    const person = await openPage(server, '/sign-in');
    await person.type(await token(), 'eyJ{Enter}');
    const alert = (await screen.findByRole('alert')).textContent;
    expect(alert).toBe(
      'Sign-in failed.The server does not answer. Check that it is running and that your network reaches it.',
    );
    expect(textsOf('status').join()).toContain('The server does not answer');
  });

  it('can be tried again', async () => {
    server.on(SIGN_IN, refused(401, 'Invalid token'));
    const person = await openPage(server, '/sign-in');
    await person.type(await token(), 'wrong{Enter}');
    await screen.findByRole('alert');
    server.on(SIGN_IN, () => {
      server.on(SESSION, PERSON);
      return PERSON;
    });
    await person.clear(await token());
    await person.type(await token(), 'right{Enter}');
    await screen.findByRole('link', { name: 'Tides' });
    expect(server.lastBody(SIGN_IN)).toEqual({ token: 'right' });
  });
});

describe('a sign-in at the pages of the accounts', () => {
  const AUTHORIZATION = 'POST /console/authorization';
  const stateOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('begins with a click, which says where to come back to', async () => {
    server.on(AUTHORIZATION, { location: '#left' });
    const person = await openPage(server, '/boxes/b1/keys');
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(window.location.hash).toBe('#left'));
    expect(server.lastBody(AUTHORIZATION)).toEqual({ from: '/boxes/b1/keys' });
  });

  it('ends with a code, which is not in the address any more, and leads back', async () => {
    server.on('GET /api/v1/account/a1/kb/b1/service_accounts', []);
    const state = stateOf({ id: 'x', from: '/boxes/b1/keys' });
    await openPage(server, `/user/callback?code=c-1&state=${state}`);
    await screen.findByRole('heading', { level: 1, name: 'Keys' });
    expect(server.sent(SIGN_IN).map(({ body }) => body)).toEqual([{ authorization_code: 'c-1', state }]);
    expect(address()).toBe('/boxes/b1/keys');
  });

  it.each(['//evil.example', 'https://evil.example'])('leads not to %s', async (from) => {
    await openPage(server, `/user/callback?code=c-1&state=${stateOf({ from })}`);
    await screen.findByRole('link', { name: 'Tides' });
    expect(window.location.href).toBe(`${server.origin}/boxes`);
  });

  it('that took too long can begin again', async () => {
    server.on(SIGN_IN, refused(401, 'Too late'));
    await openPage(server, `/user/callback?code=c-1&state=${stateOf({})}`);
    expect((await screen.findByRole('alert')).textContent).toContain('took too long. Sign in again.');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  });

  it('that was refused says why', async () => {
    await openPage(server, '/user/callback?error=access_denied&error_description=Not+now');
    expect((await screen.findByRole('alert')).textContent).toBe('Sign-in failed.Not now');
    expect(server.sent(SIGN_IN)).toEqual([]);
  });
});

describe('a link with a code', () => {
  it('signs in at once, and its code is not in the address any more', async () => {
    await openPage(server, '/sign-in#once-only');
    await screen.findByRole('link', { name: 'Tides' });
    expect(server.sent(SIGN_IN).map(({ body }) => body)).toEqual([{ code: 'once-only' }]);
    expect(window.location.hash).toBe('');
  });

  it('that was used before says so, and a token can be given instead', async () => {
    server.on(SIGN_IN, refused(401, 'Code is not valid'));
    await openPage(server, '/sign-in#used');
    expect((await screen.findByRole('alert')).textContent).toContain('This link has already been used');
    expect(await token()).toBeTruthy();
  });

  it('counts even for somebody who is signed in', async () => {
    server.on(SESSION, PERSON);
    await openPage(server, '/sign-in#once-only');
    await waitFor(() => expect(server.sent(SIGN_IN)).toHaveLength(1));
  });
});

describe('a session that ends', () => {
  it('asks to sign in again, says why, and leads back', async () => {
    server.on(SESSION, PERSON);
    server.on('GET /api/v1/account/a1/kbs', refused(401, 'The session was revoked'));
    const person = await openPage(server, '/boxes');
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    const [said = ''] = textsOf('status').filter((text) => text !== '');
    expect(said).toBe('Your session has ended. Sign in again to continue where you were.The session was revoked');
    server.on('GET /api/v1/account/a1/kbs', []);
    await person.type(await token(), 'eyJ{Enter}');
    await screen.findByRole('heading', { name: 'No knowledge boxes yet' });
  });

  it('forgets what it has shown when another person signs in', async () => {
    server.on(SESSION, PERSON);
    const person = await openPage(server, '/boxes');
    await screen.findByRole('link', { name: 'Tides' });
    server.on('DELETE /console/session', () => {
      server.on(SESSION, refused(401, 'Missing credentials'));
      return new Refusal(204, undefined);
    });
    await person.click(screen.getByRole('button', { name: 'Signed in as Ada Lovelace' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    server.on('GET /api/v1/account/a1/kbs', () => new Promise(() => undefined));
    server.on(SIGN_IN, { ...PERSON, id: 'u2', name: 'Grace' });
    await person.type(await token(), 'other{Enter}');
    await screen.findByRole('button', { name: 'Signed in as Grace' });
    expect(screen.queryByRole('link', { name: 'Tides' })).toBeNull();
  });
});

describe('the language of the sign-in', () => {
  it('can be chosen before anybody is signed in, and is remembered', async () => {
    const person = await openPage(server, '/sign-in', { languages: ['de'] });
    await person.click(await screen.findByRole('button', { name: 'Language' }));
    await person.click(await screen.findByRole('menuitemradio', { name: 'Español', hidden: true }));
    await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' });
    expect([localStorage.getItem('lectern.language'), document.documentElement.lang]).toEqual(['es', 'es']);
  });
});
