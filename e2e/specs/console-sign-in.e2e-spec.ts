import { createPersonalToken, deletePersonalToken } from '@lectern/contracts/accounts';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { FROM_CONSOLE, SESSION } from '../harness/console-session';
import { deploymentOf, server } from '../harness/modes';

const tokenField = (page: Page) => page.getByLabel(/^Personal access token/);

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
      await tokenField(page).fill(deploymentOf(mode).token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Knowledge boxes', level: 1 }).waitFor();
      expect(await flaws()).toEqual([]);
      expect(await page.evaluate('document.cookie')).toBe('');
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      const cookies = await context.cookies();
      const name = `lectern-session-${new URL(origin).port}`;
      expect(cookies).toMatchObject([{ name, httpOnly: true, sameSite: 'Strict', path: '/' }]);
      for (const secret of [deploymentOf(mode).token, cookies[0]?.value ?? '?']) expect(kept).not.toContain(secret);
    }));

  it('takes the link that the start printed, once, and leaves nothing of it in the history', () =>
    browser.visit({ refusals: [401] }, async ({ page, open }) => {
      const link = deploymentOf(mode).signInLink ?? '';
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
      await tokenField(page).fill('wrong');
      await page.keyboard.press('Enter');
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
      await tokenField(page).fill(deploymentOf(mode).token);
      await page.keyboard.press('Enter');
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
      await tokenField(page).fill(deploymentOf(mode).token);
      await page.keyboard.press('Enter');
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
