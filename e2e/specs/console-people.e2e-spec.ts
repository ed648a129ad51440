import { createAccount } from '@lectern/contracts/accounts';
import { createAccountKnowledgeBox } from '@lectern/contracts/knowledge-box';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser, type Visit } from '../harness/browser';
import { caller, type Mode } from '../harness/modes';
import { newPerson } from '../harness/oauth-client';

const COLLEAGUE = 'grace@harbour.example';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** An account has no logo at first. */
const atPages = { refusals: [404] };

/** Each step has a limit of its own. */
const TEST_MS_MAX = 150_000;
jest.setTimeout(TEST_MS_MAX);

/** A person who owns an account of her own. */
async function enter(mode: Mode, { signIn }: Visit) {
  const person = await newPerson(mode);
  const { api } = caller(mode, person.credential);
  const { id: account } = await api.call(createAccount, { body: { title: `Harbour ${person.id}` } });
  await signIn(person.credential['authorization']?.replace('Bearer ', ''));
  return { person, account, api };
}

inBrowser('people of an account in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  it('are invited to it, and the audit log says so', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws } = visit;
      const { person } = await enter(mode, visit);
      await open('/people');
      await page.getByRole('table', { name: 'People' }).getByText(person.email).waitFor();
      await button(page, 'Invite a person').click();
      expect(await flaws()).toEqual([]);
      await dialog(page).getByLabel('E-mail').fill(COLLEAGUE);
      await page.keyboard.press('Enter');
      await page.getByText(`Invitation sent to ${COLLEAGUE}.`).waitFor();
      await button(page, `Cancel the invitation of ${COLLEAGUE}`).waitFor();
      expect(await flaws()).toEqual([]);
      await button(page, `Cancel the invitation of ${COLLEAGUE}`).click();
      await page.getByText('No pending invitations.').waitFor();
      await open('/audit');
      const log = page.getByRole('table', { name: 'Audit log' });
      await log.getByText('Invitation cancelled').waitFor();
      await log.getByText('Person invited').waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('are invited to a box with a role', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws } = visit;
      const { person, api, account } = await enter(mode, visit);
      const body = { title: 'Pier', slug: `pier-${account.slice(0, 8)}` };
      const { id } = await api.call(createAccountKnowledgeBox, { params: { account }, body });
      await open(`/boxes/${id}/members`);
      await page.getByRole('table', { name: 'Members' }).getByText(person.email).waitFor();
      expect(await flaws()).toEqual([]);
      await button(page, 'Add a person').click();
      await dialog(page).getByLabel('E-mail').fill(COLLEAGUE);
      await dialog(page).getByRole('radio', { name: 'Writer' }).check();
      expect(await flaws()).toEqual([]);
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(`Invitation sent to ${COLLEAGUE}.`).waitFor();
      const invited = page.getByRole('row').filter({ hasText: COLLEAGUE });
      await invited.getByText('Writer').waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('make tokens of their own, which are shown once, and delete them', () =>
    browser.visit(atPages, async (visit) => {
      const { page, open, flaws } = visit;
      await enter(mode, visit);
      await open('/tokens');
      await button(page, 'New token').click();
      await dialog(page).getByLabel('Description').fill('laptop');
      await page.keyboard.press('Enter');
      await page.getByText('Your new token').waitFor();
      expect(await flaws()).toEqual([]);
      await button(page, 'I have copied it').click();
      await button(page, 'Delete laptop').click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Token deleted.').waitFor();
      await button(page, 'Delete laptop').waitFor({ state: 'detached' });
      expect(await flaws()).toEqual([]);
    }));
});
