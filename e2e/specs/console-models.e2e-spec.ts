import { getSearchConfiguration } from '@lectern/contracts/knowledge-box';
import { getKnowledgeBoxConfiguration, listModelConfigurations } from '@lectern/contracts/understanding';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import type { KnowledgeBoxClient } from '../harness/client';
import { server } from '../harness/modes';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const SECRET = 'sk-of-the-harbour-1843';

/** Each step has a limit of its own. */
const TEST_MS_MAX = 150_000;
jest.setTimeout(TEST_MS_MAX);

inBrowser('models and search settings in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    await browser.start();
    kb = await server(mode).createKnowledgeBox({
      title: 'Harbour',
      learning_configuration: { semantic_models: ['lexical'] },
    });
    const texts = {
      seals: { body: 'Seals rest on the pier.' },
      moon: { body: 'The moon pulls the sea at Millbrook.' },
    };
    await kb.createResource({ title: 'Tides', texts }, { wait: 'searchable' });
  });
  afterAll(() => browser.stop());

  it('test a model, and a key that does not work, which is never shown again', () =>
    browser.visit({ refusals: [403, 422, 502, 503, 504, 512] }, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open(`/boxes/${kb.id}/models`);
      await button(page, 'Test Built-in reader').click();
      await page.getByText(/^It answered in/).waitFor();
      await button(page, 'Add a key').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Provider').selectOption('openai_compat');
      await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1');
      await dialog.getByLabel('Name of the model on the server').fill('tides');
      await dialog.getByLabel(/^Key/).fill(SECRET);
      expect(await flaws()).toEqual([]);
      await button(page, 'Save the key').click();
      const card = page.getByRole('region', { name: 'Chat completions server' });
      await card.getByRole('button', { name: 'Test' }).click();
      await card
        .getByRole('alert')
        .getByText(/not on the public internet/)
        .waitFor({ timeout: 60_000 });
      expect(await page.content()).not.toContain(SECRET);
      expect(await flaws()).toEqual([]);
      const stored = await kb.api(getKnowledgeBoxConfiguration);
      expect(stored.user_keys?.openai_compat).toMatchObject({ model_id: 'tides', key: '********' });
      await button(page, 'Remove the key of Chat completions server').click();
      await page.getByRole('dialog').getByRole('textbox').fill('Chat completions server');
      await page.keyboard.press('Enter');
      await page.getByText('Key removed.').waitFor();
    }));

  it('are configured for the account with a key, chosen in a box, and deleted', () =>
    browser.visit({ refusals: [403, 422, 502, 503, 504, 512] }, async ({ page, open, signIn, flaws }) => {
      const name = `Pier ${Date.now()}`;
      await signIn();
      await open('/models');
      await button(page, 'Add a model').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Provider').selectOption('openai_compat');
      await dialog.getByLabel('Model', { exact: true }).selectOption('openai_compat');
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1');
      await dialog.getByLabel('Name of the model on the server').fill('tides');
      await dialog.getByLabel(/^Key/).fill(SECRET);
      await dialog.getByLabel('All knowledge boxes and agents may use it').uncheck();
      await dialog.getByRole('combobox', { name: /^Knowledge boxes and agents that may/ }).fill('Harbour');
      await page.getByRole('option', { name: 'Harbour' }).first().click();
      await page.keyboard.press('Tab');
      expect(await flaws()).toEqual([]);
      await button(page, 'Add the model').click();
      const card = page.getByRole('region', { name });
      await card.getByText('Only for: Harbour').waitFor();
      await card.getByRole('button', { name: `Test ${name}` }).click();
      await card
        .getByRole('alert')
        .getByText(/not on the public internet/)
        .waitFor({ timeout: 60_000 });
      expect(await page.content()).not.toContain(SECRET);
      expect(await flaws()).toEqual([]);
      await button(page, `Change ${name}`).click();
      await dialog.getByText('Stored; leave it empty to keep it.').waitFor();
      expect(await dialog.getByLabel(/^Key/).inputValue()).toBe('');
      await button(page, 'Cancel').click();

      await open(`/boxes/${kb.id}/models`);
      await page.getByLabel('Model that answers').selectOption({ label: name });
      await page.getByText('openai_compat, as the account has configured it.').waitFor();
      await button(page, 'Save').click();
      await page.getByText('Saved.').waitFor();
      const { configurations } = await kb.api(listModelConfigurations);
      const made = configurations.find(({ description }) => description === name);
      expect((await kb.api(getKnowledgeBoxConfiguration)).generative_model).toBe(`openai_compat/${made?.id}`);
      await page.getByLabel('Model that answers').selectOption({ label: 'Built-in reader' });
      await button(page, 'Save').click();
      await page.getByText('Saved.').first().waitFor();

      await open('/models');
      await button(page, `Delete ${name}`).click();
      await page.getByRole('dialog').getByRole('textbox').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText('Model deleted.').waitFor();
      await card.waitFor({ state: 'detached' });
    }));

  it('move a box to another embedding model, compare both, and undo it', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open(`/boxes/${kb.id}/models`);
      const move = page.getByRole('region', { name: 'Move to another model' });
      await move.getByText(/This one uses lexical/).waitFor();
      await move.getByRole('button', { name: 'Start the move' }).click();
      await move.getByText(/^Moved from lexical to/).waitFor({ timeout: 60_000 });
      await move.getByRole('button', { name: 'Compare before and after' }).click();
      await move.getByLabel('Try a question').fill('What pulls the sea?');
      await move.getByRole('region', { name: 'lexical' }).getByRole('listitem').first().waitFor();
      expect(await flaws()).toEqual([]);
      await move.getByRole('button', { name: 'Undo the move' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo the move' }).click();
      await move.getByText(/was undone: searches use lexical again/).waitFor({ timeout: 60_000 });
      await page.getByRole('region', { name: 'lexical' }).getByText('Used by searches').waitFor();
    }));

  it('keep a configuration that was tried beside a live search, and search with it', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open(`/boxes/${kb.id}/search-settings`);
      await button(page, 'New configuration').press('Enter');
      await page.getByRole('textbox', { name: /^Name/ }).fill('words');
      await page.getByLabel('Try a question').fill('moon');
      await page.getByText('Both find the same, in the same order.').waitFor();
      await page.getByRole('checkbox', { name: 'By meaning' }).press('Space');
      await page.getByRole('textbox', { name: 'Most results' }).fill('1');
      const draft = page.getByRole('region', { name: 'This draft' });
      await draft.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
      expect(await flaws()).toEqual([]);
      await button(page, 'Save').click();
      await page.getByRole('region', { name: 'words' }).getByText('by words only · 1 result').waitFor();
      expect(await kb.api(getSearchConfiguration, { params: { name: 'words' } })).toEqual({
        kind: 'find',
        config: { features: ['keyword'], top_k: 1 },
      });
      await open(`/boxes/${kb.id}/search?q=sea`);
      const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('"words"') === true);
      await page.getByLabel('Search configuration').selectOption('words');
      expect((await answered).status()).toBe(200);
      await page.getByText(/^1 passage/).waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('have names that people change, also in documents that are added later', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      const box = await server(mode).createKnowledgeBox();
      const texts = (body: string) => ({ texts: { a: { body } } });
      await box.createResource(texts('Ada Lovelace wrote to Charles Babbage.'), { wait: 'searchable' });
      await signIn();
      await open(`/boxes/${box.id}/search-settings?tab=entities`);
      await button(page, 'Rename Ada Lovelace').press('Enter');
      const name = page.getByRole('dialog').getByLabel(/^New name/);
      await name.fill('Charles Babbage');
      await page.getByText(/the two are merged/).waitFor();
      expect(await flaws()).toEqual([]);
      await name.fill('Augusta Ada King');
      await page.keyboard.press('Enter');
      // Tasks of other boxes may come first.
      await page.getByRole('link', { name: 'Augusta Ada King' }).waitFor({ timeout: 180_000 });
      expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(0);
      expect(await flaws()).toEqual([]);
      await box.createResource(texts('Ada Lovelace met Michael Faraday.'), { wait: 'searchable' });
      await page.reload();
      await page.getByRole('link', { name: 'Michael Faraday' }).waitFor();
      expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(0);
      await button(page, 'Rename Augusta Ada King').click();
      await button(page, 'Stop replacing Ada Lovelace').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await button(page, 'Rename Augusta Ada King').click();
      await page.getByRole('dialog').waitFor();
      // The list is read again when the task has ended.
      await button(page, 'Stop replacing Ada Lovelace').waitFor({ state: 'detached', timeout: 180_000 });
    }));

  it('have label sets, synonyms, names and key-value schemas', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open(`/boxes/${kb.id}/search-settings?tab=labels`);
      await button(page, 'New label set').click();
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Water');
      await page.getByRole('dialog').getByLabel('Labels, one a line').fill('spring\nneap');
      await button(page, 'Save').click();
      await page.getByRole('region', { name: 'Water' }).getByText('neap').waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('tab', { name: 'Synonyms' }).click();
      await page.getByLabel(/^Word/).fill('boat');
      await page.getByLabel(/^Synonyms, separated/).fill('ship, vessel');
      await page.keyboard.press('Enter');
      await page.getByRole('cell', { name: 'ship, vessel' }).waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('tab', { name: 'Names' }).click();
      await button(page, 'Find them').click();
      // Tasks of other boxes may come first.
      await page.getByText('0 merges are proposed.').waitFor({ timeout: 180_000 });
      expect(await flaws()).toEqual([]);
      await page.getByRole('tab', { name: 'Key-value schemas' }).click();
      await button(page, 'New schema').click();
      await page.getByRole('dialog').getByLabel(/^Name/).fill('ships');
      await page.getByRole('dialog').getByRole('textbox', { name: /^Key/ }).fill('built');
      expect(await flaws()).toEqual([]);
      await button(page, 'Save').click();
      await page.getByRole('region', { name: 'ships' }).getByRole('cell', { name: 'built' }).waitFor();
      await button(page, 'Delete ships').click();
      await page.getByRole('dialog').getByRole('textbox').fill('ships');
      await page.keyboard.press('Enter');
      await page.getByText('No key-value schemas yet').waitFor();
    }));
});
