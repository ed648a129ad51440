import { AxeBuilder } from '@axe-core/playwright';
import { followMagicLink, inviteToAccount, listAccounts, recoverPassword, signUp } from '@lectern/contracts/accounts';
import { freePort } from '@lectern/testing';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { AuthenticatorApp } from '../../libs/accounts/src/second-factor/authenticator.fixture';
import { ConsoleBrowser, inBrowser, type Visit } from '../harness/browser';
import { Client, until } from '../harness/client';
import { bearer } from '../harness/credentials';
import { outboxOf } from '../harness/mails';
import { Standalone } from '../harness/standalone';

const PASSWORD = 'Tides-of-1837';
const CALLBACK = 'http://localhost:3999/callback';
const LANGUAGES = ['en', 'es'] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A desk and a telephone, each in another theme: only these rules depend on the look. */
const LOOKS = [
  { theme: 'light', width: 900, axe: (builder: AxeBuilder) => builder.withTags(RULES) },
  { theme: 'dark', width: 360, axe: (builder: AxeBuilder) => builder.withRules(['color-contrast', 'target-size']) },
] as const;
/** Of a test that looks at many pages. */
const PAGES_TIMEOUT_MS = 240_000;

let product: Standalone;
let origin: string;
let home: { readonly origin: string; readonly token: string };
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const provider = {
    name: 'acme',
    title: 'Acme',
    issuer: 'https://id.acme.example',
    client_id: 'a',
    client_secret: 'b',
  };
  const env = {
    SIGN_UP: 'anyone',
    SIGN_IN_LINK: 'always',
    PUBLIC_URL: origin,
    HTTP_PORT: String(port),
    SIGN_IN_PROVIDERS: JSON.stringify([provider]),
  };
  product = await Standalone.start({ env });
  home = { origin, token: product.token };
}, 180_000);
afterAll(() => product?.stop());

const client = (token?: string) => new Client(origin, token === undefined ? {} : bearer(token));
const root = () => client(product.token).api;
const newAddress = () => `${randomUUID()}@acme.example`;

/** The token in the newest mail to an address that has no other. */
async function tokenTo(email: string, subject = ''): Promise<string> {
  const find = async () => (await outboxOf(product.folder, email)).find((mail) => mail.subject.startsWith(subject));
  return /token=([\w.-]+)/.exec((await until(find, 'a mail')).text)?.[1] ?? '';
}

/** Somebody with a password. */
async function person(): Promise<string> {
  const email = newAddress();
  await client().api.call(signUp, { body: { name: 'Ada', email, password: PASSWORD } });
  await client().api.call(followMagicLink, { query: { token: await tokenTo(email) } });
  return email;
}

/** Elements that are wider than the window, or reach beyond it. */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] : ['scrolls sideways: ' +
  [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map((one) => one.outerHTML.slice(0, 120))]`;
/** What a keyboard must reach, and what has the focus. */
const REACHABLE = `[...document.querySelectorAll('a[href], button, input, textarea, summary, select')]
  .filter((one) => one.checkVisibility() && one.type !== 'hidden' && !one.disabled)`;
const FOCUSED = `${REACHABLE}.indexOf(document.activeElement)`;

/** What is wrong with the page that is open, in each look. */
async function faultsOf(page: Page, place: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { theme, width, axe } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await axe(new AxeBuilder({ page })).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    found.push(...(await page.evaluate<string[]>(TOO_WIDE)));
    faults.push(...found.map((fault) => `${place}, ${theme}, ${width} px: ${fault}`));
    const folder = process.env['SCREENSHOTS'];
    const path = `${folder}/${place.replaceAll(/\W+/g, '-')}-${theme}-${width}.png`;
    if (folder) await page.screenshot({ path, fullPage: true });
  }
  const count = await page.evaluate<number>(`${REACHABLE}.length`);
  const reached = new Set<number>();
  for (let pressed = 0; pressed < count + 2; pressed++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate<number>(FOCUSED));
  }
  reached.delete(-1);
  if (reached.size < count) faults.push(`${place}: the keyboard reaches ${reached.size} of ${count}`);
  return faults;
}

async function enter(page: Page, email: string): Promise<void> {
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('input[name=password]').press('Enter');
}

/** Signs in at the page about sign-ins. */
async function openSecurity({ page, open }: Pick<Visit, 'page' | 'open'>, email: string): Promise<void> {
  await open('/user/security');
  await enter(page, email);
  await page.waitForURL(/\/user\/security/);
}

/** Address of an authorization for an application of others. */
async function foreignAuthorization(): Promise<string> {
  const answer = await fetch(`${origin}/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Tides', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }),
  });
  const { client_id } = (await answer.json()) as { readonly client_id: string };
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    scope: 'openid offline_access profile email',
    state: 's',
    code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
    code_challenge_method: 'S256',
  };
  return `/oauth2/auth?${new URLSearchParams(parameters)}`;
}

async function deviceCode(): Promise<string> {
  const body = new URLSearchParams({ client_id: 'cli' });
  const answer = await fetch(`${origin}/oauth2/device/auth`, { method: 'POST', body });
  return ((await answer.json()) as { readonly user_code: string }).user_code;
}

/** The link of an invitation to the account of the root user. */
async function invitation(): Promise<string> {
  const email = newAddress();
  const { accounts } = await root().call(listAccounts);
  await root().call(inviteToAccount, { params: { account: accounts[0]?.slug ?? '' }, body: { email } });
  return `/user/join?token=${await tokenTo(email)}`;
}

/** The link of a recovery mail. */
async function reset(email: string): Promise<string> {
  await client().api.call(recoverPassword, { body: { username: email } });
  return `/user/reset?token=${await tokenTo(email, 'Choose a new password')}`;
}

inBrowser('pages on which people sign in, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  it.each(LANGUAGES)(
    'can be seen, read and used by everyone, in %s',
    async (language) => {
      const email = await person();
      await browser.visit({ at: home, language, refusals: [400, 403, 422] }, async ({ page, open }) => {
        const [, setUp = ''] = /^To choose[^\n]*: http:\/\/[^/]+(\/\S+)$/m.exec(product.printed()) ?? [];
        const device = `/oauth2/device?user_code=${await deviceCode()}`;
        const paths = [
          '/user/login',
          '/redirect?display=token',
          '/user/signup',
          '/user/recover',
          await reset(email),
          '/user/reset?token=unknown',
          setUp,
          await invitation(),
          '/oauth2/device',
          '/oauth2/device?user_code=BBBB-BBBB',
          device,
          '/user/logout',
          '/user/callbacks/acme?error=access_denied',
        ];
        const faults: string[] = [];
        for (const path of paths) {
          await open(path);
          expect(await page.locator('html').getAttribute('lang')).toBe(language);
          faults.push(...(await faultsOf(page, `${language} ${path.slice(0, 45)}`)));
        }
        await open('/user/signup');
        await page.locator('input[name=name]').fill('Ada');
        await page.locator('input[name=email]').fill(newAddress());
        await page.locator('input[name=password]').fill('weak');
        await page.locator('form button').click();
        await page.getByRole('alert').waitFor();
        faults.push(...(await faultsOf(page, `${language} refused sign-up`)));
        await openSecurity({ page, open }, email);
        faults.push(...(await faultsOf(page, `${language} security`)));
        await open('/redirect?display=token');
        faults.push(...(await faultsOf(page, `${language} token`)));
        await open(await foreignAuthorization());
        faults.push(...(await faultsOf(page, `${language} consent`)));
        expect(faults).toEqual([]);
      });
    },
    PAGES_TIMEOUT_MS,
  );

  it(
    'turn a second factor on and ask for it, also on a telephone in the dark',
    async () => {
      const email = await person();
      let app: AuthenticatorApp | undefined;
      await browser.visit({ at: home, refusals: [422] }, async ({ page, open }) => {
        await openSecurity({ page, open }, email);
        await page.getByRole('button', { name: 'Set up' }).click();
        await page.getByRole('img', { name: /QR code/ }).waitFor();
        const faults = await faultsOf(page, 'set-up');
        app = new AuthenticatorApp((await page.locator('code').innerText()).replaceAll(' ', ''));
        await page.getByLabel('Code of the app').fill(app.code(-1));
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByText('Keep these recovery codes').waitFor();
        faults.push(...(await faultsOf(page, 'recovery codes')));
        expect(faults).toEqual([]);
      });
      await browser.visit({ at: home }, async ({ page, open }) => {
        await open('/user/security');
        await enter(page, email);
        await page.getByLabel('Code').waitFor();
        expect(await faultsOf(page, 'second factor')).toEqual([]);
        await page.getByLabel('Code').fill(app?.code() ?? '');
        await page.keyboard.press('Enter');
        await page.getByText('The second factor is on').waitFor();
      });
    },
    PAGES_TIMEOUT_MS,
  );

  it('add a passkey, sign in with it, and remove it', async () => {
    const email = await person();
    await browser.visit({ at: home, refusals: [422] }, async ({ page, open, context }) => {
      const devtools = await context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await openSecurity({ page, open }, email);
      await page.getByLabel('Name for a new passkey').fill('"><img src=x onerror=alert(1)>');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('Saved.').waitFor();
      await page.locator('summary').click();
      expect(await faultsOf(page, 'passkeys')).toEqual([]);
      await page.getByLabel('Name', { exact: true }).fill('Laptop');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByText('Laptop', { exact: true }).waitFor();

      await context.clearCookies();
      await open('/user/security');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL(/\/user\/security/);
      await page.getByText('Last used').waitFor();

      await context.clearCookies();
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await open('/user/security');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('alert').getByText('The passkey did not sign you in').waitFor();

      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL(/\/user\/security/);
      await page.locator('summary').click();
      await page.getByRole('button', { name: 'Remove Laptop' }).click();
      await page.getByText('You have no passkey').waitFor();
    });
  });

  it('lead to other places, and to none for a mail domain without single sign-on', () =>
    browser.visit({ at: home, refusals: [404] }, async ({ page, open }) => {
      await open('/redirect?display=token');
      const link = page.getByRole('link', { name: 'Sign in with Acme' });
      expect(await link.getAttribute('href')).toMatch(/^\/api\/auth\/acme\/authorize\?login_challenge=/);
      expect(await page.getByRole('button', { name: 'Single sign-on' }).count()).toBe(0);
    }));
});
