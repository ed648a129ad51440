import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSearchConfiguration } from '@lectern/contracts/knowledge-box';
import { askKnowledgeBox } from '@lectern/contracts/search';
import type { Browser } from 'playwright-core';
import { chromiumMissing, startChromium } from '../harness/chromium';
import { Client, until } from '../harness/client';
import { outboxOf } from '../harness/mails';
import { projectRoot } from '../harness/process';
import { signInLinkOf, Standalone } from '../harness/standalone';
import { Trial } from './trial';

const BOX = 'Waterworks';
const COLLEAGUE = 'grace@waterworks.example';
const PASSWORD = 'Pumps-and-pipes-1837!';
const STRICT = 'strict';
/** Activity appears a few seconds after its request. */
const RECORDED_MS = 6_000;
const DOCUMENTS = ['emergency-handbook.docx', 'water-quality-report-2025.pdf', 'storm-of-14-october.eml'];
const QUESTION = 'How long does the diesel generator at Millbrook last at full load?';

interface Scene {
  readonly browser: Browser;
  readonly lectern: Standalone;
}

/** Somebody who has just started Lectern: from the link in the terminal to a cited answer over own documents. */
async function firstTimeUser({ browser, lectern }: Scene): Promise<Trial> {
  const trial = await Trial.begin(browser, 'First-time user');
  const { page } = trial;
  await page.goto(signInLinkOf(lectern.printed()) ?? '');
  await trial.pressButton('New knowledge box');
  await trial.write(page.getByRole('dialog').getByLabel(/^Name \*/), BOX);
  await trial.enter();
  await trial.press(page.getByRole('link', { name: 'Add documents' }));
  const files = DOCUMENTS.map(async (name) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: await readFile(join(projectRoot, 'examples', name)),
  }));
  await page
    .locator('input[type=file][aria-label="Choose files"]')
    .first()
    .setInputFiles(await Promise.all(files));
  await page.getByRole('status').getByText('3 of 3 added').waitFor();
  const ready = page.getByRole('region', { name: 'Additions' }).getByText('Ready.');
  for (const at of DOCUMENTS.keys()) await ready.nth(at).waitFor();
  await trial.picture('first-documents');
  await trial.go('Ask');
  await trial.write(page.getByLabel('Your question'), QUESTION);
  await trial.enter();
  await trial.press(page.getByRole('button', { name: /^Source 1: / }).first());
  await page.locator('mark').first().waitFor();
  await trial.picture('first-answer');
  return trial;
}

/** The owner of the box: a colleague gets in, sees only what she may, and leaves. */
async function administrator({ browser, lectern }: Scene, { page: ownPage }: Trial): Promise<void> {
  const trial = await Trial.begin(browser, 'Administrator');
  const { page } = trial;
  await page.context().addCookies(await ownPage.context().cookies());
  await page.goto(ownPage.url());
  await trial.go('Members');
  await trial.pressButton('Add a person');
  await trial.write(page.getByLabel(/^E-mail/), COLLEAGUE);
  await trial.press(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
  await page.getByText(`Invitation sent to ${COLLEAGUE}.`).waitFor();
  await trial.picture('colleague-invited');

  const colleague = await Trial.begin(browser, 'Colleague');
  await accept(colleague, lectern);
  await colleague.page.getByText('3 resources').waitFor();

  await trial.go('Groups');
  await trial.pressButton('New group');
  await trial.write(page.getByRole('dialog').getByRole('textbox'), 'board');
  await trial.enter();
  await page.getByRole('table').getByText('board').waitFor();
  await page.goto(ownPage.url());
  await trial.go('Resources');
  await trial.press(page.getByRole('link', { name: /storm/i }));
  await trial.pressButton('Change');
  await trial.write(page.getByLabel(/^Groups/), 'board');
  await trial.pressButton('Save');
  await page.getByText('Groups saved.').waitFor();
  await trial.picture('groups-of-a-document');
  await colleague.page.reload();
  await colleague.page.getByText('2 resources').waitFor();
  await colleague.picture('colleague-sees-less');

  await trial.go('Members');
  await trial.press(page.getByRole('button', { name: /^Remove Grace/ }));
  await trial.press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await page.getByText('Removed from the knowledge box.').waitFor();
  await colleague.page.reload();
  await colleague.picture('colleague-has-left');
  trial.note('the colleague has left');
  await colleague.end();
  await trial.end();
}

/** The link of the mail whose text has these words. */
async function linkOf({ folder }: Standalone, words: string): Promise<string> {
  return until(async () => {
    const mails = await outboxOf(folder, COLLEAGUE);
    return /http\S+\/user\/\S+/.exec(mails.find((one) => one.text.includes(words))?.text ?? '')?.[0];
  }, `the mail about ${words} arrives`);
}

/** Follows both mails: she becomes a member of the account, chooses a password, and opens the box. */
async function accept(trial: Trial, lectern: Standalone): Promise<void> {
  const { page } = trial;
  const confirm = async (words: string) => {
    await page.goto(await linkOf(lectern, words));
    await trial.press(page.locator('form button'));
    await trial.press(page.getByRole('link', { name: 'Continue' }));
  };
  await confirm('to the account');
  await trial.write(page.locator('input[name=name]'), 'Grace');
  await trial.write(page.locator('input[name=password]'), PASSWORD);
  await trial.enter();
  await trial.press(page.getByRole('link', { name: 'Continue' }));
  await trial.pressButton('Sign in');
  await trial.write(page.locator('input[name=username]'), COLLEAGUE);
  await trial.write(page.locator('input[name=password]'), PASSWORD);
  await trial.enter();
  await page.getByRole('heading', { name: 'Knowledge boxes', level: 1 }).waitFor();
  await confirm('to the knowledge box');
  await trial.press(page.getByRole('link', { name: BOX, exact: true }));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** What somebody else has set up: the application's configuration lets too little through. */
async function strictConfiguration({ lectern: { origin, token } }: Scene, kbid: string): Promise<void> {
  const { api } = new Client(origin, { authorization: `Bearer ${token}` });
  const config = { min_score: { semantic: 0.95, bm25: 90 } };
  await api.call(createSearchConfiguration, { params: { kbid, name: STRICT }, body: { kind: 'ask', config } });
  const body = { query: QUESTION, search_configuration: STRICT };
  for await (const _ of api.stream(askKnowledgeBox, { params: { kbid }, body }));
}

/** Somebody who looks after answers: finds a bad one, sees why, mends it by a setting, and keeps it mended. */
async function engineer(scene: Scene, { page: ownPage }: Trial): Promise<void> {
  const [, kbid = ''] = /boxes\/([^/]+)/.exec(ownPage.url()) ?? [];
  await strictConfiguration(scene, kbid);
  const trial = await Trial.begin(scene.browser, 'Engineer');
  const { page } = trial;
  await page.context().addCookies(await ownPage.context().cookies());
  await page.goto(ownPage.url());
  await sleep(RECORDED_MS);
  await trial.go('Activity');
  await trial.press(page.getByRole('link', { name: QUESTION }));
  await page.getByRole('heading', { level: 1, name: QUESTION }).waitFor();
  await trial.picture('answer-understood');
  const record = page.url();

  await trial.go('Search settings');
  await trial.pressButton(`Edit ${STRICT}`);
  await trial.write(page.getByLabel('Try a question'), QUESTION);
  await trial.write(page.getByRole('textbox', { name: 'Least similarity' }), '0.5');
  await trial.write(page.getByRole('textbox', { name: 'Least score of words' }), '0');
  await page.getByRole('region', { name: 'This draft' }).getByRole('listitem').first().waitFor();
  await trial.picture('setting-tried');
  await trial.pressButton('Save');

  await page.goto(record);
  await trial.pressButton('Add to an evaluation');
  await trial.write(page.getByLabel('Title'), 'What people ask');
  await trial.write(page.getByLabel('Expected facts'), '42 hours');
  await trial.pressButton('Add a question');
  await page.getByText('Question added').waitFor();
  await trial.go('Evaluation');
  await trial.press(page.getByRole('link', { name: 'What people ask' }));
  await trial.pressButton('Run');
  const dialog = page.getByRole('dialog', { name: 'Run' });
  await dialog.getByRole('combobox', { name: 'Search configurations' }).focus();
  await page.keyboard.press('ArrowDown');
  await trial.press(page.getByRole('option', { name: STRICT }));
  await page.keyboard.press('Escape');
  await trial.press(dialog.getByRole('button', { name: 'Run' }));
  await page.getByRole('table', { name: 'Figures' }).getByText('Facts stated').waitFor();
  await trial.picture('kept-by-an-evaluation');
  await trial.end();
}

async function main(): Promise<void> {
  const missing = chromiumMissing();
  if (missing !== undefined) return void process.stdout.write(`Pictures stay as they are: ${missing}\n`);
  const lectern = await Standalone.start({ env: { SIGN_IN_LINK: 'always' } });
  const browser = await startChromium();
  try {
    const first = await firstTimeUser({ browser, lectern });
    await administrator({ browser, lectern }, first);
    await engineer({ browser, lectern }, first);
    await first.end();
  } finally {
    await browser.close();
    await lectern.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
