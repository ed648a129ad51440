import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { FROM_CONSOLE, SESSION } from '../harness/console-session';
import { chromiumMissing, startChromium } from '../harness/chromium';
import { Client } from '../harness/client';
import { uploadExamples } from '../harness/examples';
import { projectRoot } from '../harness/process';
import { Standalone } from '../harness/standalone';

const PICTURE = 'docs/images/console.png';
const PROCESSING_TIMEOUT_MS = 5 * 60_000;
const QUESTION = 'How long does the diesel generator at Millbrook last at full load?';
const WINDOW = { width: 1280, height: 800 };

/** Asks a question about the examples, and opens the passage that the answer cites. */
async function answer(page: Page, origin: string, kbid: string): Promise<void> {
  await page.goto(`${origin}/boxes/${kbid}/ask`);
  await page.getByLabel('Your question').fill(QUESTION);
  await page.getByLabel('Your question').press('Enter');
  await page
    .getByRole('button', { name: /^Source 1: / })
    .first()
    .click();
  await page.locator('mark').first().waitFor();
  // No tooltip over the document.
  await page.mouse.move(0, WINDOW.height - 1);
  await page.waitForLoadState('networkidle');
}

/** Takes the picture of the console that the README shows. */
async function main(): Promise<void> {
  const missing = chromiumMissing();
  if (missing !== undefined) return void process.stdout.write(`${PICTURE} stays as it is: ${missing}\n`);
  const lectern = await Standalone.start({ env: { SIGN_IN_LINK: 'never' } });
  const browser = await startChromium();
  try {
    const { origin, token } = lectern;
    const kb = await new Client(origin, { authorization: `Bearer ${token}` }).createKnowledgeBox({
      title: 'Waterworks of Millbrook',
    });
    const uploaded = await uploadExamples(kb);
    for (const rid of uploaded.keys()) await kb.untilProcessed(rid);
    await Promise.all([...uploaded.keys()].map((rid) => kb.untilEmbedded(rid, PROCESSING_TIMEOUT_MS)));
    const context = await browser.newContext({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' });
    await context.request.post(`${origin}${SESSION}`, { headers: FROM_CONSOLE, data: { token } });
    const page = await context.newPage();
    await answer(page, origin, kb.id);
    await page.screenshot({ path: join(projectRoot, PICTURE) });
    process.stdout.write(`${PICTURE}\n`);
  } finally {
    await browser.close();
    await lectern.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
