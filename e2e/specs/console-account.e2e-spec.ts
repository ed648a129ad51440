import { confirmAccountDomain, createAccount, getAccount, inquireSaml } from '@lectern/contracts/accounts';
import { findParagraphs } from '@lectern/contracts/search';
import type { Page } from 'playwright-core';
import { samlKeys } from '../../libs/accounts/src/saml-settings/saml-keys.fixture';
import { ConsoleBrowser, inBrowser, type Visit } from '../harness/browser';
import { until } from '../harness/client';
import { mailsTo } from '../harness/mails';
import { caller, type Mode, server } from '../harness/modes';
import { newPerson, PASSWORD } from '../harness/oauth-client';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** The page of passwords asks whether a domain has single sign-on; an account has no logo at first. */
const atPages = { refusals: [404] };

/** Each step has a limit of its own; the pages of sign-in and those of the console have many. */
const TEST_MS_MAX = 150_000;
jest.setTimeout(TEST_MS_MAX);

/** A person who owns an account of her own, signed in with her password. */
async function enter(mode: Mode, { page, open }: Visit) {
  const person = await newPerson(mode);
  const { api } = caller(mode, person.credential);
  const title = `Harbour ${person.id}`;
  const { id: account } = await api.call(createAccount, { body: { title } });
  await open('/sign-in');
  await button(page, 'Sign in').click();
  await logIn(page, person.email, PASSWORD);
  await heading(page, 'Knowledge boxes').waitFor();
  return { person, account, title, api };
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
}

inBrowser('an account and its people in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  it('is renamed, gets a logo, and is deleted with a code from a mail', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws } = visit;
      const { person, account, title, api } = await enter(mode, visit);
      await open('/account');
      await page.getByLabel(/^Name \*/).fill(`${title}!`);
      await page.keyboard.press('Enter');
      await page.getByText('Saved.').waitFor();
      const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
      await page.locator('input[type=file]').setInputFiles(picture);
      await page.getByRole('img', { name: 'Logo of the account' }).waitFor();
      await page.getByRole('table', { name: 'Limits' }).waitFor();
      expect(await flaws()).toEqual([]);
      expect(await api.call(getAccount, { params: { account } })).toMatchObject({ title: `${title}!` });

      await button(page, 'Delete the account').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Send a code' }).click();
      await dialog.getByText('Code sent.').waitFor();
      const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0];
      const code = await until(async () => {
        const mails = await mailsTo(mode, person.email);
        return mails.map(({ text }) => codeIn(text)).find((found) => found !== undefined);
      }, 'the code arrives');
      await dialog.getByLabel(/^Type/).fill(`${title}!`);
      await dialog.getByLabel('Code of six digits').fill(code);
      expect(await flaws()).toEqual([]);
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await heading(page, 'Knowledge boxes').waitFor();
      await page.getByText(`Account ${title}! deleted.`).waitFor();
      await expect(api.call(getAccount, { params: { account } })).rejects.toMatchObject({ status: 404 });
    }));

  it('has an identity provider, from its metadata and a domain, until it is removed', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws } = visit;
      const { person, account } = await enter(mode, visit);
      const domain = `${person.id}.example`;
      await open('/single-sign-on');
      await page.getByLabel('Entity ID (audience)').waitFor();
      expect(await page.getByLabel(/^Assertion consumer/).inputValue()).toBe(`${visit.origin}/api/auth/saml/acs`);
      const certificate = samlKeys.idp.certificate.replaceAll(/-----[^-]+-----|\s/g, '');
      const metadata = `<EntityDescriptor entityID="https://idp.example/m"><IDPSSODescriptor><KeyDescriptor use="signing">
        <KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
          Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;
      const file = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(metadata) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Metadata read.').waitFor();
      await page.getByLabel(/^Mail domains/).fill(domain);
      await button(page, 'Save').click();
      await button(page, 'Remove single sign-on').waitFor();
      await page.getByText('Until it is verified, nobody of this domain signs in here.').waitFor();
      expect(await flaws()).toEqual([]);
      const inquire = () => server(mode).api.call(inquireSaml, { query: { domain } });
      await expect(inquire()).rejects.toMatchObject({ status: 404 });
      await server(mode).api.call(confirmAccountDomain, { params: { account, domain } });
      expect(await inquire()).toMatchObject({ account_id: account });
      await page.reload();
      await page.getByText('Confirmed by an operator').waitFor();
      await button(page, 'Remove single sign-on').click();
      await page.getByRole('dialog').getByRole('textbox').fill(domain);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('Single sign-on removed.').waitFor();
      await expect(inquire()).rejects.toMatchObject({ status: 404 });
    }));

  it('has groups of people, made, filled and renamed by hand', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws } = visit;
      const { person } = await enter(mode, visit);
      await open('/groups');
      await page.getByText('No groups').waitFor();
      await button(page, 'New group').click();
      await page.getByRole('dialog').getByRole('textbox').fill('sailors');
      await page.keyboard.press('Enter');
      await page.getByRole('table').getByText('sailors').waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: /^sailors: 0 people/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Person').selectOption(person.id);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByRole('button', { name: /^Remove .* from the group$/ }).waitFor();
      expect(await flaws()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^sailors: 1 person/ }).waitFor();
    }));

  it('has people who see their sessions and end another one', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws, context, origin } = visit;
      const { person } = await enter(mode, visit);
      const other = await context.browser()?.newContext();
      const elsewhere = await other?.newPage();
      if (!elsewhere) throw new Error('The browser has no second window');
      await elsewhere.goto(`${origin}/sign-in`);
      await button(elsewhere, 'Sign in').click();
      await logIn(elsewhere, person.email, PASSWORD);
      await heading(elsewhere, 'Knowledge boxes').waitFor();
      await open('/sessions');
      await page.getByText('This one').waitFor();
      expect(await page.getByText('Console', { exact: true }).count()).toBe(2);
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: /^End: Console/ }).click();
      await page.getByText('Session ended.').waitFor();
      await elsewhere.reload();
      await heading(elsewhere, 'Sign in').waitFor();
      // The sign-in of that browser has ended with it.
      await button(elsewhere, 'Sign in').click();
      await elsewhere.locator('input[name=password]').waitFor();
      await other?.close();
      await open('/sessions');
      await page.getByText('This one').waitFor();
    }));

  it('has people who change their name and password, and sign in with the new one', () =>
    browser.visit({ refusals: [401, 403, 404] }, async (visit) => {
      const { page, open, flaws } = visit;
      const { person } = await enter(mode, visit);
      await open('/profile');
      await page.getByLabel(/^Name \*/).fill('Ada King');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Signed in as Ada King' }).waitFor();
      await page.getByLabel(/^Present password/).fill('wrong');
      await page.getByLabel(/^New password/).fill('Moons-and-tides-1843!');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('The password was not changed.').waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByLabel(/^Present password/).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Password changed. Sign in with the new one.').waitFor();
      await button(page, 'Sign in').click();
      await logIn(page, person.email, 'Moons-and-tides-1843!');
      await heading(page, 'Knowledge boxes').waitFor();
    }));

  it('has usage, drawn and as a table, in Spanish, too', () =>
    browser.visit({ language: 'es' }, async ({ page, open, flaws, signIn }) => {
      const kb = await server(mode).createKnowledgeBox({ title: 'Uso' });
      await kb.api(findParagraphs, { body: { query: 'tides' } });
      await signIn();
      await open('/usage');
      await page.getByRole('heading', { name: 'Búsquedas' }).waitFor();
      await until(async () => {
        await page.reload();
        await page.getByLabel('Base de conocimiento').selectOption(kb.id);
        await page.getByLabel('Periodo').selectOption('day');
        return page
          .getByRole('img', { name: /^Búsquedas: \d/ })
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => undefined,
          );
      }, 'the search is counted');
      expect(await flaws()).toEqual([]);
      await page.getByRole('switch', { name: 'Mostrar como tabla' }).check();
      await page.getByRole('table', { name: 'Uso' }).waitFor();
      expect(await flaws()).toEqual([]);
    }));
});
