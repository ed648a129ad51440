import { listResources } from '@lectern/contracts/knowledge-box';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { server } from '../harness/modes';

const LONG_NAME = `قاعدة المعرفة ${'x'.repeat(480)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Of the first page. */
const SCRIPTS_MAX = 12;

/** Each step has a limit of its own. */
const TEST_MS_MAX = 150_000;
jest.setTimeout(TEST_MS_MAX);

inBrowser('knowledge boxes in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  // Other specs delete boxes while their cards are on the page.
  const beside = { refusals: [404] };

  it('are created, renamed and deleted by their names, by keyboard alone', () =>
    browser.visit(beside, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open('/boxes');
      await button(page, 'New knowledge box').first().focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Name \*/).waitFor();
      await page.keyboard.type('Tides & Moons');
      expect(await dialog.getByLabel(/^URL name/).inputValue()).toBe('tides-moons');
      await page.keyboard.press('Enter');
      await heading(page, 'Resources').waitFor();
      await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
      await heading(page, 'Settings').waitFor();
      expect(await page.title()).toBe('Settings · Tides & Moons · Lectern');
      await page.getByLabel(/^Name \*/).fill(LONG_NAME);
      await page.keyboard.press('Enter');
      await page.getByText('Saved.').waitFor();
      expect(await flaws()).toEqual([]);
      await button(page, 'Delete the knowledge box').press('Enter');
      const action = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
      await page.getByRole('dialog').getByRole('textbox').fill('another name');
      expect(await action.isDisabled()).toBe(true);
      await page.getByRole('dialog').getByRole('textbox').fill(LONG_NAME);
      await page.keyboard.press('Enter');
      await heading(page, 'Knowledge boxes').waitFor();
      await page.getByText('Knowledge box deleted.').waitFor();
      await page.getByRole('link', { name: LONG_NAME }).waitFor({ state: 'detached' });
    }));

  it('say how much they hold and whether it can be found', () =>
    browser.visit(beside, async ({ page, open, signIn, flaws }) => {
      const box = await server(mode).createKnowledgeBox();
      await box.createResource({ title: 'Tides', texts: { t: { body: 'The moon pulls the sea.' } } });
      await signIn();
      await open('/boxes');
      const scripts = `performance.getEntriesByType('resource').filter(({ name }) => /\\.js$/.test(name)).length`;
      expect(await page.evaluate(scripts)).toBeLessThanOrEqual(SCRIPTS_MAX);
      const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/boxes/${box.id}"]`) });
      await card.scrollIntoViewIfNeeded();
      await card.getByText('1 resource · ').waitFor();
      await card.getByText('Everything can be found by words and by meaning').waitFor();
      expect(await flaws()).toEqual([]);
      // The menu is longer than a low window.
      await page.setViewportSize({ width: 1280, height: 400 });
      await page.getByRole('link', { name: 'Health', exact: true }).click();
      await heading(page, 'Health').waitFor();
    }));

  it('are filled with sample documents by one click, while they are empty', () =>
    browser.visit(beside, async ({ page, open, signIn, flaws }) => {
      const box = await server(mode).createKnowledgeBox();
      await signIn();
      await open(`/boxes/${box.id}/ask`);
      await page.getByRole('heading', { name: 'This knowledge box is empty' }).waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('link', { name: 'Add documents' }).click();
      await heading(page, 'Add').waitFor();
      await button(page, 'Load the sample documents').waitFor();
      expect(await flaws()).toEqual([]);
      await button(page, 'Load the sample documents').click();
      await page.getByRole('status').getByText('9 of 9 added').waitFor();
      await page.getByRole('link', { name: 'Go to Ask' }).click();
      await heading(page, 'Ask').waitFor();
    }));

  it('that do not exist are said to be missing, and so are pages', () =>
    browser.visit({ refusals: [404] }, async ({ page, open, signIn }) => {
      await signIn();
      await open('/boxes/00000000-0000-4000-8000-000000000000/settings');
      await page.getByRole('alert').getByText('This does not exist, or no longer exists.').waitFor();
      await open('/no-such-page');
      await heading(page, 'Page not found').waitFor();
    }));

  it('give keys to programs, which are shown once and revoked', () =>
    browser.visit({}, async ({ page, open, signIn, flaws, origin }) => {
      const box = await server(mode).createKnowledgeBox();
      await signIn();
      await open(`/boxes/${box.id}/keys`);
      await button(page, 'New service account').click();
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Crawler');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await button(page, 'New key for Crawler').click();
      await button(page, 'Create key').click();
      const token = await page.getByRole('dialog').getByRole('textbox').inputValue();
      const headers = { 'X-SVC-SERVICEACCOUNT': `Bearer ${token}` };
      const readsBox = async () => (await fetch(`${origin}/api/v1/kb/${box.id}`, { headers })).status;
      expect(await readsBox()).toBe(200);
      await button(page, 'I have copied it').click();
      expect(await page.content()).not.toContain(token);
      expect(await flaws()).toEqual([]);
      await button(page, /^Revoke key/).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('Key revoked.').waitFor();
      expect([401, 403]).toContain(await readsBox());
    }));

  it('are exported, imported and restored from backups', () =>
    browser.visit(beside, async ({ page, open, signIn, flaws }) => {
      const box = await server(mode).createKnowledgeBox({ title: 'Tides' });
      await box.createResource({ title: 'Ebb', texts: { t: { body: 'The moon pulls the sea.' } } });
      await signIn();
      await open(`/boxes/${box.id}/transfer`);
      await button(page, 'Start an export').click();
      await page.getByText('The file is ready. It has 1 resource.').waitFor();
      expect(await flaws()).toEqual([]);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Download \(.*\d.*\)/ }).click(),
      ]);
      await page.getByText('Export downloaded.').waitFor();
      await page.getByLabel('Choose a file').setInputFiles(await file.path());
      await button(page, 'Import').click();
      await page.getByText('1 resource imported.').waitFor();
      await button(page, 'Back up now').click();
      const backups = page.getByRole('table', { name: 'Backups' });
      await backups.getByText('Complete').waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: /^Restore Tides/ }).click();
      await page.getByRole('dialog').getByLabel(/^Name/).fill(`Restored ${box.id}`);
      expect(await flaws()).toEqual([]);
      await page.keyboard.press('Enter');
      await heading(page, 'Resources').waitFor();
      await page.getByRole('link', { name: 'Ebb' }).waitFor();
      await open(`/boxes/${box.id}/transfer`);
      await page.getByRole('button', { name: /^Delete the backup of Tides/ }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Tides');
      await page.keyboard.press('Enter');
      await page.getByText('There are no backups of this knowledge box yet.').waitFor();
    }));

  it('read and cut documents by strategies, which documents get where they are added', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      const box = await server(mode).createKnowledgeBox();
      await signIn();
      await open(`/boxes/${box.id}/strategies`);
      await button(page, 'New extract strategy').click();
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Eyes');
      await page.getByRole('dialog').getByLabel('Rewrite the tables').check();
      expect(await flaws()).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('A model rewrites the tables.').waitFor();
      await button(page, 'New split strategy').click();
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Stars');
      await page.getByRole('dialog').getByLabel('At a certain text').check();
      await page
        .getByRole('dialog')
        .getByLabel(/^Text to cut at/)
        .fill('***');
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Cuts at “***” and nowhere else.').waitFor();
      expect(await flaws()).toEqual([]);
      await button(page, 'Delete Eyes').click();
      await page.getByRole('dialog').getByRole('textbox').fill('Eyes');
      await page.keyboard.press('Enter');
      await page.getByText('No extract strategies: every document is read as usual.').waitFor();
      await page.getByRole('link', { name: 'Go to Add' }).click();
      await page.getByLabel('Split strategy').selectOption('Stars');
      await page.getByLabel('Choose files').setInputFiles({
        name: 'tides.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The sea falls.***The sea rises.'),
      });
      await page.getByRole('status').getByText('1 of 1 added').waitFor();
      expect(await flaws()).toEqual([]);
      const [added] = (await box.api(listResources)).resources;
      await box.untilProcessed(added?.id ?? '');
      const { data } = await box.resource(added?.id ?? '', { show: ['extracted'] });
      const [field] = Object.values(data?.files ?? {});
      expect(field?.extracted?.metadata?.metadata.paragraphs).toHaveLength(2);
    }));

  it('are healthy, and the page says so in every language', () =>
    browser.visit({ language: 'es' }, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open('/status');
      await page.getByText('Todo funciona').waitFor();
      await page.getByText('Índice de palabras: Funciona').waitFor();
      await page.getByRole('region', { name: 'Modelos' }).getByRole('table').waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('es');
      expect(await flaws()).toEqual([]);
    }));
});
