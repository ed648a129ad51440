import { createPersonalToken, deletePersonalToken, listOwnSessions, makeSignInLink } from '@lectern/contracts/accounts';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { FROM_CONSOLE, SESSION } from '../harness/console-session';
import { caller, deploymentOf, server } from '../harness/modes';
import { newPerson, PASSWORD } from '../harness/oauth-client';
import type { User } from '../harness/users';

/** The page of passwords asks whether the domain of an address has single sign-on. */
const atPages = { refusals: [401, 404] };

/** From the console through the pages of the accounts. */
async function usePages(page: Page, { email }: User): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/user/login?**');
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Signs in with a token. */
async function useToken(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a personal access token' }).click();
  await page.getByLabel(/^Personal access token/).fill(token);
  await page.keyboard.press('Enter');
}

inBrowser('signing in to the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  it('is for everyone, in both themes and at both widths', () =>
    browser.visit({}, async ({ page, open, flaws }) => {
      await open('/');
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      expect(await flaws()).toEqual([]);
    }));

  it('takes a token and leads to the boxes, which no script could have read on the way', () =>
    browser.visit({}, async ({ page, open, flaws, context, origin }) => {
      await open('/');
      await useToken(page, deploymentOf(mode).token);
      await page.getByRole('heading', { name: 'Knowledge boxes', level: 1 }).waitFor();
      expect(await flaws()).toEqual([]);
      expect(await page.evaluate('document.cookie')).toBe('');
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      const cookies = await context.cookies();
      const name = `lectern-session-${new URL(origin).port}`;
      expect(cookies).toMatchObject([{ name, httpOnly: true, sameSite: 'Strict', path: '/' }]);
      for (const secret of [deploymentOf(mode).token, cookies[0]?.value ?? '?']) expect(kept).not.toContain(secret);
    }));

  it('leads through the page of passwords and back to where somebody wanted to go, and leaves no token anywhere', () =>
    browser.visit(atPages, async ({ page, open, flaws, context }) => {
      const ada = await newPerson(mode);
      await open('/tokens');
      await usePages(page, ada);
      await page.getByRole('heading', { name: 'Access tokens', level: 1 }).waitFor();
      expect(new URL(page.url())).toMatchObject({ pathname: '/tokens', search: '', hash: '' });
      expect(await flaws()).toEqual([]);
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(kept).not.toMatch(/eyJ|lectern-s/);
      expect((await context.cookies()).map(({ name }) => name).join()).not.toContain('lectern-sign-in');
      const { sessions } = await caller(mode, ada.credential).api.call(listOwnSessions);
      // The application is the one for which her password was set.
      expect(sessions.map(({ kind }) => kind)).toEqual(['console', 'application']);
    }));

  it('asks for the password again after the sign-out, but not after the session of the console is over', () =>
    browser.visit(atPages, async ({ page, open, context }) => {
      const ada = await newPerson(mode);
      await open('/sign-in');
      await usePages(page, ada);
      await page.getByRole('heading', { name: 'Knowledge boxes', level: 1 }).waitFor();
      const [session] = (await context.cookies()).filter(({ name }) => name.startsWith('lectern-session'));
      await context.clearCookies({ name: session?.name ?? '?' });
      await open('/people');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Signed in as Ada' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.locator('input[name=password]').waitFor();
    }));

  it('takes no code that another browser began to fetch', () =>
    browser.visit({ refusals: [401] }, async ({ page, open }) => {
      const state = Buffer.from(JSON.stringify({ id: 'of-another' })).toString('base64url');
      await open(`/user/callback?code=stolen&state=${state}`);
      await page.getByRole('alert').getByText('began in another browser').waitFor();
      expect(page.url()).not.toContain('stolen');
    }));

  it('takes a sign-in link, as starts print it, once, and leaves nothing of it in the history', () =>
    browser.visit({ refusals: [401] }, async ({ page, open }) => {
      // That of the start is void as soon as any spec makes another.
      const { sign_in: link } = await server(mode).api.call(makeSignInLink);
      await page.goto(link);
      await page.getByRole('heading', { name: 'Knowledge boxes', level: 1 }).waitFor();
      await page.goBack().catch(() => undefined);
      expect(page.url()).not.toContain('#');
      await page.context().clearCookies();
      await page.goto('about:blank');
      await open(link.slice(new URL(link).origin.length));
      await page.getByRole('alert').getByText('has been used, has expired or is unknown').waitFor();
    }));

  it('refuses a wrong token, and a link that nobody made, with words', () =>
    browser.visit({ refusals: [401] }, async ({ page, open }) => {
      await open('/sign-in');
      await useToken(page, 'wrong');
      await page.getByRole('alert').getByText('not a personal access token').waitFor();
      await page.goto('about:blank');
      await open('/sign-in#no-such-code');
      await page.getByRole('alert').getByText('has been used, has expired or is unknown').waitFor();
      expect(page.url()).not.toContain('#');
    }));

  it('ends with the sign-out, and a copied cookie with it', () =>
    browser.visit({ refusals: [401] }, async ({ page, open, signIn, context, origin }) => {
      await signIn();
      await open('/boxes');
      const copied = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      await page.getByRole('button', { name: 'Signed in as Root' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      expect(await context.cookies()).toEqual([]);
      const answer = await fetch(`${origin}${SESSION}`, { headers: { ...FROM_CONSOLE, cookie: copied } });
      expect(answer.status).toBe(401);
    }));

  it('is shown again when the token is revoked while somebody works, who then goes on at the same place', () =>
    browser.visit({ refusals: [401] }, async ({ page, open, signIn }) => {
      const { id, token } = await server(mode).api.call(createPersonalToken, {
        body: { description: 'to be revoked' },
      });
      await signIn(token);
      await open('/boxes');
      await server(mode).api.call(deletePersonalToken, { params: { token_id: id } });
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await useToken(page, deploymentOf(mode).token);
      await page.getByRole('heading', { name: 'Knowledge boxes', level: 1 }).waitFor();
    }));

  it('is shown when the token is revoked during an upload, which then goes on', () =>
    browser.visit({ refusals: [401] }, async ({ page, open, signIn }) => {
      const { api } = server(mode);
      const { id, token } = await api.call(createPersonalToken, { body: { description: 'revoked during an upload' } });
      const box = await server(mode).createKnowledgeBox();
      await signIn(token);
      await open(`/boxes/${box.id}/adding`);
      await page.route(
        '**/tusupload/*',
        async (route) => {
          await api.call(deletePersonalToken, { params: { token_id: id } });
          await route.continue();
        },
        { times: 1 },
      );
      const file = { name: 'half.txt', mimeType: 'text/plain', buffer: Buffer.from('The second half comes later.') };
      await page.locator('input[type=file][aria-label="Choose files"]').first().setInputFiles(file);
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await useToken(page, deploymentOf(mode).token);
      await page.getByRole('button', { name: 'Resume all' }).click();
      await page.getByRole('status').getByText('1 of 1 added').waitFor();
    }));

  it('does not let a page of another origin act with the session', () =>
    browser.visit({}, async ({ page, context, origin, signIn }) => {
      await signIn();
      // Cookies know no ports: to the browser this page is of the same site.
      const elsewhere = `${origin.replace(/:\d+$/, '')}:1`;
      await context.route(`${elsewhere}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere' }),
      );
      const stranger = await context.newPage();
      await stranger.goto(`${elsewhere}/`);
      const outcome = (init: string) =>
        stranger.evaluate(`fetch('${origin}/api/v1/accounts', ${init}).then((a) => a.status, (e) => e.name)`);
      expect(await outcome(`{ credentials: 'include' }`)).toBe('TypeError');
      expect(await outcome(`{ credentials: 'include', headers: { 'x-lectern-console': '1' } }`)).toBe('TypeError');
      expect(await outcome(`{ headers: { 'x-lectern-console': '1' } }`)).toBe('TypeError');
      await stranger.close();
      expect(page.url()).toBe('about:blank');
    }));
});
