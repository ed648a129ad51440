import type { Page } from 'playwright-core';
import { listResources } from '@lectern/contracts/knowledge-box';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { Client } from '../harness/client';
import { Standalone } from '../harness/standalone';

const banner = (page: Page) => page.getByText('The server does not answer', { exact: true });
const CONTENT = Buffer.from('The ferry leaves at noon.');

inBrowser('a console whose server goes away, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  let standalone: Standalone;
  beforeAll(async () => {
    await browser.start();
    standalone = await Standalone.start();
  });
  afterAll(async () => {
    await standalone?.stop();
    await browser.stop();
  });

  it('says so, and goes on by itself when it is back: with the page, and with uploads', async () => {
    const { origin, token } = standalone;
    const kb = await new Client(origin, { authorization: `Bearer ${token}` }).createKnowledgeBox({ title: 'Ferry' });
    await browser.visit({ at: standalone, isCutOff: true }, async ({ page, open, signIn }) => {
      await signIn();
      await open(`/boxes/${kb.id}/adding`);
      await standalone.restart(async () => {
        const files = { name: 'ferry.txt', mimeType: 'text/plain', buffer: CONTENT };
        await page.locator('input[type=file][aria-label="Choose files"]').first().setInputFiles(files);
        await banner(page).waitFor();
      });
      await banner(page).waitFor({ state: 'detached' });
      await page.getByRole('status').getByText('1 of 1 added').waitFor();
    });
    const { resources } = await kb.api(listResources, {});
    expect(resources.map(({ title }) => title)).toEqual([expect.stringMatching(/^ferry(\.txt)?$/)]);
  });

  it('begins without it, and shows what was wanted as soon as it answers', () =>
    browser.visit({ at: standalone, isCutOff: true }, async ({ page, signIn, origin }) => {
      await signIn();
      // The page itself comes from a proxy, say, or from the moment before.
      const isCall = (url: URL) => url.pathname.startsWith('/api/') || url.pathname.startsWith('/console/');
      await page.route(isCall, (route) => route.abort('connectionrefused'));
      await page.goto(`${origin}/boxes`);
      await banner(page).waitFor();
      await page.unrouteAll();
      await page.getByRole('link', { name: 'Ferry' }).waitFor();
      await banner(page).waitFor({ state: 'detached' });
    }));
});
