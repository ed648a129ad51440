import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { startChromium } from '../harness/chromium';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { FROM_CONSOLE, SESSION } from '../harness/console-session';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { heading, line, ms, percentiles } from './figures';

const ROOMS = ['resources', 'search?q=tide', 'ask', 'graph', 'activity', 'evaluation', 'search-settings', 'models'];
const ADMINISTRATION = ['tasks', 'strategies', 'members', 'keys', 'transfer', 'settings'];
const TRIES = 5;
const RESOURCES = 50;
/** A page is complete after this time without requests and paints. */
const QUIET_MS = 1_000;

/** In the page: when the last answer and the largest paint came, in milliseconds after the navigation. */
const COMPLETE = `new Promise((resolve) => {
  let paintMs = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) paintMs = Math.max(paintMs, one.startTime); })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  const answered = () => Math.max(...performance.getEntriesByType('resource').map((one) => one.responseEnd), 0);
  const look = () => {
    const atMs = Math.max(paintMs, answered());
    if (performance.now() - atMs > ${QUIET_MS}) resolve(atMs);
    else setTimeout(look, 100);
  };
  setTimeout(look, 100);
})`;

/** Time until a page of the console is complete, in Chromium on the same machine. */
export async function benchConsolePages(): Promise<void> {
  heading('pages of the console: from the navigation to the last answer and the largest paint');
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir });
  const browser = await startChromium();
  try {
    const kb = await filledBox(lectern);
    const newVisitor = async () => signedIn(await browser.newContext(), lectern);
    const first: number[] = [];
    for (let i = 0; i < TRIES; i += 1) {
      const context = await newVisitor();
      first.push(await completeMs(await context.newPage(), `${lectern.origin}/boxes/${kb.id}/resources`));
      await context.close();
    }
    report('first page, nothing in the cache of the browser', first);
    const page = await (await newVisitor()).newPage();
    for (const room of [...ROOMS, ...ADMINISTRATION]) {
      const laps: number[] = [];
      for (let i = 0; i < TRIES; i += 1) laps.push(await completeMs(page, `${lectern.origin}/boxes/${kb.id}/${room}`));
      report(room, laps);
    }
  } finally {
    await browser.close();
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function filledBox(lectern: Standalone): Promise<KnowledgeBoxClient> {
  const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
  const kb = await client.createKnowledgeBox({ title: 'Harbour' });
  for (let i = 0; i < RESOURCES; i += 1) {
    const body = `Ada Lovelace measured tide ${i} at the pier of Millbrook.`;
    await kb.createResource({ title: `Tide ${i}`, texts: { a: { body } } }, { wait: 'embedded' });
  }
  return kb;
}

async function signedIn(context: BrowserContext, { origin, token }: Standalone): Promise<BrowserContext> {
  const answer = await context.request.post(`${origin}${SESSION}`, { headers: FROM_CONSOLE, data: { token } });
  if (!answer.ok()) throw new Error(`The browser was not signed in: ${answer.status()}`);
  return context;
}

async function completeMs(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // It is a number by its text.
  return (await page.evaluate(COMPLETE)) as number;
}

function report(name: string, laps: readonly number[]): void {
  const { p50Ms, p99Ms } = percentiles(laps);
  line(name, `p50 ${ms(p50Ms)}`, `slowest ${ms(p99Ms)} (aim below 1 s)`);
}
