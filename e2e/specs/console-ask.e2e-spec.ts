import { listActivityMonths } from '@lectern/contracts/search';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { until } from '../harness/client';
import { server } from '../harness/modes';

const BODY = 'The moon pulls the sea. High water follows twice a day.';
/** A script that would run if a page took it for HTML. */
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

inBrowser('searching and asking in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  let kbid = '';

  beforeAll(async () => {
    await browser.start();
    const box = await server(mode).createKnowledgeBox();
    kbid = box.id;
    await box.createResource(
      {
        title: `Tides ${HOSTILE}`,
        usermetadata: { classifications: [{ labelset: 'topics', label: 'sea' }] },
        texts: { body: { body: `${BODY} ${HOSTILE}` } },
      },
      { wait: 'searchable' },
    );
    await box.createResource(
      { title: 'Harbour', texts: { body: { body: 'Ships wait for high water.' } } },
      { wait: 'searchable' },
    );
  });
  afterAll(() => browser.stop());

  const ask = async (page: Page, question: string) => {
    await page.getByLabel('Your question').fill(question);
    await page.getByLabel('Your question').press('Enter');
  };

  it('finds while somebody types, marks the words, and says why', () =>
    browser.visit({}, async ({ page, signIn, open, flaws }) => {
      await signIn();
      await open(`/boxes/${kbid}/search`);
      await page.getByLabel('Search words').fill('moon');
      await page.locator('mark', { hasText: 'moon' }).first().waitFor();
      expect(await page.getByText(HOSTILE).count()).toBeGreaterThan(0);
      expect(new URL(page.url()).searchParams.get('q')).toBe('moon');
      await page.getByRole('button', { name: 'Why this result?' }).first().click();
      await page
        .getByRole('img', { name: /Retrieval gave 100%/ })
        .first()
        .waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('searches with filters, which the address keeps', () =>
    browser.visit({}, async ({ page, signIn, open, flaws }) => {
      await signIn();
      await open(`/boxes/${kbid}/search?q=water`);
      await page.getByRole('link', { name: 'Harbour' }).waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel(/topics \/ sea/).check();
      await page.getByRole('link', { name: 'Harbour' }).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('button', { name: 'Remove the filter topics / sea' }).waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: 'Remove the filter topics / sea' }).click();
      await page.getByRole('link', { name: 'Harbour' }).waitFor();
    }));

  it('answers with numbers that open the passage, and keeps the conversation', () =>
    browser.visit({}, async ({ page, signIn, open, flaws }) => {
      await signIn();
      await open(`/boxes/${kbid}/ask`);
      await ask(page, 'What pulls the sea?');
      const citation = page.getByRole('button', { name: /^Source 1: Tides/ }).first();
      await citation.click();
      await page.locator('mark', { hasText: 'The moon pulls the sea.' }).waitFor();
      // What is cited stands out within the passage.
      expect(await page.locator('mark strong').textContent()).toMatch(/^The moon pulls the sea\.?$/);
      await page.keyboard.press('Escape');
      await page.locator('mark').waitFor({ state: 'detached' });
      await citation.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('mark').waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: 'Close the document' }).click();
      await page.reload();
      await page.getByText('What pulls the sea?').waitFor();
      await page.getByRole('button', { name: 'Good answer' }).click();
      await page.getByText('Your feedback is stored').first().waitFor();
    }));

  it('lists the question in the activity, with how it was found, and asks it again', () =>
    browser.visit({}, async ({ page, signIn, open, flaws }) => {
      const box = await server(mode).createKnowledgeBox();
      await box.createResource({ title: 'Tides', texts: { body: { body: BODY } } }, { wait: 'embedded' });
      await box.ask({ query: 'What pulls the sea?' });
      const params = { kbid: box.id, event_type: 'ask' };
      await until(async () => {
        const { downloads } = await box.client.api.call(listActivityMonths, { params });
        return downloads[0];
      }, 'the question is recorded');
      await signIn();
      await open(`/boxes/${box.id}/activity`);
      const question = page.getByRole('link', { name: 'What pulls the sea?' });
      await question.waitFor();
      expect(await flaws()).toEqual([]);
      await question.click();
      await page.getByRole('table', { name: 'Search 1: What pulls the sea?' }).waitFor();
      await page.getByRole('link', { name: '1. Tides' }).waitFor();
      await page.getByRole('button', { name: 'Search again' }).click();
      await page.getByText('Every stage is the same today.').waitFor();
      await page.getByLabel('Reranker').selectOption('Off');
      await page.getByRole('button', { name: 'Ask again' }).click();
      await page.getByRole('heading', { name: /^Now, \d+ passage/ }).waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('says what was tried when nothing answers the question', () =>
    browser.visit({ width: 360, theme: 'dark', language: 'es' }, async ({ page, signIn, open, flaws }) => {
      await signIn();
      await open(`/boxes/${kbid}/ask`);
      await page.getByLabel('Su pregunta').fill('¿Quién construyó el ayuntamiento?');
      await page.getByRole('button', { name: 'Preguntar', exact: true }).click();
      await page.getByText('Use otras palabras').waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('keeps what came of an answer that breaks off, and asks again', () =>
    browser.visit({}, async ({ page, signIn, open }) => {
      await signIn();
      await open(`/boxes/${kbid}/ask`);
      const broken = '{"item":{"type":"answer","text":"The moon"}}\n{"item":{"type":"error","error":"no memory"}}\n';
      await page.route('**/ask', (route) => route.fulfill({ contentType: 'application/x-ndjson', body: broken }), {
        times: 1,
      });
      await ask(page, 'What pulls the sea?');
      await page.getByText('no memory').waitFor();
      expect(await page.getByText('The moon', { exact: true }).count()).toBe(1);
      await page.getByRole('button', { name: 'Ask again' }).click();
      await page
        .getByRole('button', { name: /^Source 1: Tides/ })
        .first()
        .waitFor();
    }));
});
