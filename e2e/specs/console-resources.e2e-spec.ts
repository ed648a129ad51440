import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKvSchema, listResources } from '@lectern/contracts/knowledge-box';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { docxOf, faxPdf, pdfOf } from '../harness/files';
import { server } from '../harness/modes';
import { projectRoot } from '../harness/process';

const examples = join(__dirname, '../../examples');
const example = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(join(examples, name)),
});

const PAGES = 30;
const SENTENCE = 'The harbour master counts seventeen seals on the northern pier.';

/** Markup that must stay text, wherever a page shows it. */
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script><svg onload=alert(3)>';
const HOSTILE_MARKDOWN = `${HOSTILE}\n\n[a](javascript:alert(4)) ![b](https://elsewhere.example/p.png)\n\n# Heading`;
const HOSTILE_HTML =
  `${HOSTILE}<a href="javascript:alert(5)">c</a><iframe srcdoc="<script>alert(6)</script>"></iframe>` +
  '<form action="https://elsewhere.example"><input autofocus onfocus=alert(7)></form><h2 style="color:red">Heading</h2>';

/** How many elements of a page could do harm. */
const HARM = `document.querySelectorAll(
  'main :is(script, iframe, form[action], [onerror], [onload], [href^="javascript"])').length`;

const chooseFiles = (page: Page) => page.locator('input[type=file][aria-label="Choose files"]').first();

/** Each step has a limit of its own. */
const TEST_MS_MAX = 150_000;
jest.setTimeout(TEST_MS_MAX);

inBrowser('resources in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    await browser.start();
    kb = await server(mode).createKnowledgeBox({ title: 'Harbour', hidden_resources_enabled: true });
  });
  afterAll(() => browser.stop());

  const room = (path: string) => `/boxes/${kb.id}/${path}`;

  it('come from files, addresses and texts, and the same file is named as a duplicate', () =>
    browser.visit({ refusals: [409] }, async ({ page, open, signIn, flaws }) => {
      await signIn();
      await open(room('adding'));
      await chooseFiles(page).setInputFiles([example('drought-plan.txt'), example('tariffs-2026.xlsx')]);
      await page.getByRole('status').getByText('2 of 2 added').waitFor();
      await chooseFiles(page).setInputFiles({ ...example('drought-plan.txt'), name: 'copy.txt' });
      const list = page.getByRole('region', { name: 'Additions' });
      await list.getByText('The knowledge box already has this file.').waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByLabel('Text or addresses').fill('A note about the pier');
      await page.getByRole('button', { name: 'Add the text' }).click();
      await page.getByRole('status').getByText('3 of 4 added').waitFor();
      const plan = list.getByRole('listitem').filter({ hasText: 'drought-plan.txt' });
      await plan.getByText('Ready.').waitFor();
      await plan.getByRole('link', { name: 'Open the resource' }).waitFor();
      await list.getByRole('listitem').filter({ hasText: 'copy.txt' }).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'drought-plan' }).waitFor();
    }));

  it('continue after a reload where their upload was cut off', () =>
    browser.visit({}, async ({ page, open, signIn }) => {
      await signIn();
      await open(room('adding'));
      // From the disk: it is known again by the time of its last change, among others.
      const file = join(examples, 'storm-of-14-october.eml');
      const cutOff = Promise.withResolvers<void>();
      let isHeld = true;
      const methods: string[] = [];
      await page.route('**/tusupload/*', async (route) => {
        methods.push(route.request().method());
        // Neither answered nor refused, as on a dead line.
        if (isHeld && route.request().method() === 'PATCH') cutOff.resolve();
        else await route.continue();
      });
      await chooseFiles(page).setInputFiles(file);
      await cutOff.promise;
      isHeld = false;
      await open(room('adding'));
      await page.getByText('1 upload was interrupted').waitFor();
      await chooseFiles(page).setInputFiles(file);
      await page.getByRole('status').getByText('1 of 1 added').waitFor();
      expect(methods.slice(1)).toEqual(['HEAD', 'PATCH']);
      await page.getByText('1 upload was interrupted').waitFor({ state: 'detached' });
    }));

  it('open at a passage, marked on its page of the PDF', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      const pages = Array.from({ length: PAGES }, (_, index) => (index === 20 ? SENTENCE : `Page ${index} is dull.`));
      const rid = await kb.upload(pdfOf(pages), { filename: 'seals.pdf', contentType: 'application/pdf' });
      await kb.untilProcessed(rid);
      const { data } = await kb.resource(rid, { show: ['extracted'] });
      const [[fieldId, field] = []] = Object.entries(data?.files ?? {});
      const paragraphs = field?.extracted?.metadata?.metadata.paragraphs ?? [];
      const paragraph = paragraphs.find((one) => one.page?.page === 20)?.key ?? '';
      await signIn();
      await open(room(`resources/${rid}?field=f/${fieldId}&paragraph=${encodeURIComponent(paragraph)}`));
      await page.getByTestId('passage-mark').first().waitFor();
      await page.getByRole('img', { name: 'Page 21' }).waitFor();
      // Of a long document the visible part, and little more.
      expect(await page.locator('canvas').count()).toBeLessThan(6);
      const width = async () => (await page.getByRole('img', { name: 'Page 21' }).boundingBox())?.width ?? 0;
      const before = await width();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await page.getByRole('group', { name: 'Zoom' }).getByText('125%').waitFor();
      await page.getByTestId('passage-mark').first().waitFor();
      expect((await width()) / before).toBeCloseTo(1.25, 1);
      expect(await flaws()).toEqual([]);
    }));

  it('are drawn as scanners and fax machines make them, too', () =>
    browser.visit({}, async ({ page, open, signIn }) => {
      const rid = await kb.upload(faxPdf(), { filename: 'fax.pdf', contentType: 'application/pdf' });
      await signIn();
      await open(room(`resources/${rid}`));
      await page.getByRole('img', { name: 'Page 1' }).waitFor();
      const middle = `(() => { const { width, height } = document.querySelector('canvas');
        const context = document.querySelector('canvas').getContext('2d');
        return [...context.getImageData(width / 2, height / 2, 1, 1).data].join() })()`;
      const isBlack = async () => (await page.evaluate<string>(middle)) === '0,0,0,255' || undefined;
      expect(await until(isBlack, 'the page is black')).toBe(true);
    }));

  it('open with the password of an encrypted file, and get the names that people give them', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      const pdf = pdfOf(['The treaty names the harbour of Vlieland.'], 'ábrete sésamo');
      const rid = await kb.upload(pdf, { filename: 'treaty.pdf', contentType: 'application/pdf' });
      await signIn();
      await open(room(`resources/${rid}`));
      await page.getByRole('button', { name: 'Enter password' }).click();
      expect(await flaws()).toEqual([]);
      await page.getByLabel('Password of the file').fill('ábrete sésamo');
      await page.getByRole('button', { name: 'Process with this password' }).click();
      await page.getByRole('button', { name: 'Enter password' }).waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Extracted text' }).click();
      await page.getByText('The treaty names the harbour of Vlieland.').waitFor();
      await page.getByRole('button', { name: 'Edit details' }).click();
      const form = page.getByRole('dialog', { name: 'Edit details' });
      await form.getByLabel('Title').fill('Peace of the islands');
      await form.getByLabel('People').fill('Ada');
      await form.getByLabel('People').press('Enter');
      await form.getByLabel('Original created').fill('1997-03-04T05:06');
      expect(await flaws()).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Peace of the islands' }).waitFor();
      await page.getByText('treaty.pdf').first().waitFor();
      const { origin } = await kb.resource(rid, { show: ['origin'] });
      expect(origin).toMatchObject({ filename: 'treaty.pdf', collaborators: ['Ada'] });
      expect(origin?.created).toMatch(/^1997-03-0/);
      await open(room('resources'));
      await page.getByRole('searchbox').fill('treaty');
      await page.getByRole('link', { name: 'Peace of the islands' }).waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('come from folders, chosen or dropped anywhere, and know their paths', () =>
    browser.visit({ refusals: [409] }, async ({ page, context, open, signIn }) => {
      // Chromium gives pages no folder below /dev, where files of tests may lie in memory.
      const folder = await mkdtemp(join(projectRoot, '.cache/dropped-'));
      await mkdir(join(folder, 'pier/deep'), { recursive: true });
      for (const name of ['one.txt', 'deep/two.txt', '.DS_Store']) await writeFile(join(folder, 'pier', name), name);
      await signIn();
      await open(room('resources'));
      // Only the browser itself can drop a folder, as a person does.
      const devtools = await context.newCDPSession(page);
      const data = { items: [], files: [join(folder, 'pier')], dragOperationsMask: 1 };
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
        devtools.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
      // It is there, transparent and without events, once the page listens.
      await page.getByText('Drop files or folders to add them to this knowledge box').waitFor({ state: 'attached' });
      await drag('dragEnter');
      const onTop = `!!document.elementFromPoint(600, 400)?.closest('.mantine-DropzoneFullScreen-fullScreen')`;
      await until(async () => (await page.evaluate<boolean>(onTop)) || undefined, 'the page takes files');
      await drag('dragOver');
      await drag('drop');
      await page.getByRole('status').getByText('2 of 2 added').waitFor();
      await writeFile(join(folder, 'pier/deep/two.txt'), 'another two');
      await page.locator('input[type=file][aria-label="Choose a folder"]').setInputFiles(join(folder, 'pier'));
      await page.getByRole('status').getByText('3 of 4 added, 1 not added').waitFor();
      const { resources } = await kb.api(listResources, { query: { size: 200 } });
      const own = resources.filter(({ title }) => /^(one|two)(\.txt)?$/.test(title ?? ''));
      const whole = await Promise.all(own.map(({ id }) => kb.resource(id, { show: ['origin'] })));
      const paths = whole.map(({ origin }) => origin?.path ?? '');
      expect(paths.sort()).toEqual(['pier/deep/two.txt', 'pier/deep/two.txt', 'pier/one.txt']);
      await rm(folder, { recursive: true });
    }));

  it('fit a telephone with names of 500 characters, from right to left', () =>
    browser.visit({ width: 360 }, async ({ page, open, signIn, flaws }) => {
      const text = `سفينة ${'ميناء '.repeat(400)}`;
      const label = `تسمية${'x'.repeat(200)}`;
      const rid = await kb.createResource(
        {
          title: `سفينة${'م'.repeat(495)}`,
          summary: text,
          texts: { a: { body: text } },
          usermetadata: { classifications: [{ labelset: 'سفن', label }] },
          origin: { url: `https://example.org/${'x'.repeat(400)}`, path: `pier/${'y'.repeat(400)}` },
        },
        { wait: 'searchable' },
      );
      await signIn();
      for (const path of [`resources/${rid}`, 'resources', `search?q=${encodeURIComponent('سفينة')}`]) {
        await open(room(path));
        await page
          .getByText(/^سفينة/)
          .first()
          .waitFor();
        expect([path, await flaws()]).toEqual([path, []]);
      }
    }));

  it('show what they contain, and run none of it', () =>
    browser.visit({ isHostile: true }, async ({ page, open, signIn, flaws }) => {
      await kb.api(createKvSchema, { body: { id: 'e', fields: [{ key: 'name', type: 'text' }] } });
      const rid = await kb.createResource(
        {
          title: HOSTILE,
          summary: HOSTILE,
          texts: {
            a: { body: HOSTILE_MARKDOWN, format: 'MARKDOWN' },
            b: { body: HOSTILE_HTML, format: 'HTML' },
            c: { body: HOSTILE },
          },
          key_values: { e: { data: { name: HOSTILE } } },
          conversations: {
            d: { messages: [{ ident: 'm', who: HOSTILE, content: { text: HOSTILE_HTML, format: 'HTML' } }] },
          },
          usermetadata: { classifications: [{ labelset: 'hostile', label: HOSTILE }] },
          origin: { url: 'javascript:alert(8)', filename: HOSTILE, metadata: { [`x${HOSTILE.length}`]: HOSTILE } },
        },
        { wait: 'searchable' },
      );
      await signIn();
      for (const field of ['t/a', 't/b', 't/c', 'c/d', 'k/e']) {
        await open(room(`resources/${rid}?field=${field}`));
        await page
          .getByRole('tabpanel')
          .getByText(/^[tk]\/[ce]$/.test(field) ? 'onerror' : 'Heading')
          .first()
          .waitFor();
        expect([field, await page.evaluate(HARM)]).toEqual([field, 0]);
      }
      await open(room('resources'));
      await page.getByRole('link', { name: '<img' }).waitFor();
      expect(await flaws()).toEqual([]);
    }));

  it('show files of every kind, whatever they are named, and run none of them', () =>
    browser.visit({ isHostile: true }, async ({ page, open, signIn }) => {
      const files: readonly (readonly [string, string, Buffer | string])[] = [
        [
          'svg',
          'image/svg+xml',
          `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>`,
        ],
        ['html', 'text/html', HOSTILE_HTML],
        ['md', 'text/markdown', HOSTILE_MARKDOWN],
        ['txt', 'text/plain', HOSTILE],
        ['csv', 'text/csv', `name,note\n"${HOSTILE.replaceAll('"', '""')}",=1+1\nHarbour,pier\n`],
        ['json', 'application/json', JSON.stringify({ [HOSTILE]: HOSTILE })],
        ['eml', 'message/rfc822', `Subject: ${HOSTILE}\r\nContent-Type: text/html\r\n\r\n${HOSTILE_HTML}`],
        ['docx', 'application/octet-stream', docxOf([HOSTILE])],
        ['pdf', 'application/pdf', pdfOf([HOSTILE])],
      ];
      const rids = await Promise.all(
        files.map(([suffix, contentType, content]) =>
          kb.upload(Buffer.from(content), { filename: `<img src=x onerror=alert(9)>.${suffix}`, contentType }),
        ),
      );
      await signIn();
      for (const [index, rid] of rids.entries()) {
        await kb.untilProcessed(rid);
        await open(room(`resources/${rid}`));
        await page.getByRole('tabpanel').waitFor();
        expect([files[index]?.[0], await page.evaluate(HARM)]).toEqual([files[index]?.[0], 0]);
      }
    }));

  it('are found as you type, and labelled, hidden and deleted together', () =>
    browser.visit({}, async ({ page, open, signIn, flaws }) => {
      for (const title of ['Otter one', 'Otter two', 'Gull']) await kb.createResource({ title });
      await signIn();
      await open(room('resources'));
      await page.getByRole('searchbox', { name: 'Title or file name contains' }).pressSequentially('otter');
      await page.getByRole('status').getByText('2 resources').waitFor();
      await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
      await page.getByRole('button', { name: 'Add label' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Labelset').and(dialog.locator('input')).fill('animals');
      await dialog.getByLabel('Label', { exact: true }).and(dialog.locator('input')).fill('otter');
      await dialog.getByRole('button', { name: 'Add label' }).click();
      await page.getByText('Done for 2 resources.').waitFor();
      await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
      await page.getByRole('button', { name: 'Hide' }).click();
      await page.getByRole('img', { name: 'Hidden from searches' }).first().waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Nothing matches').waitFor();
      const { resources } = await kb.api(listResources, { query: { size: 200 } });
      expect(resources.map(({ title }) => title).filter((title) => /Otter|Gull/.test(title ?? ''))).toEqual(['Gull']);
    }));

  it('appear in the table by themselves when somebody else adds them', () =>
    browser.visit({}, async ({ page, open, signIn }) => {
      await signIn();
      await open(room('resources'));
      await page.getByRole('table').waitFor();
      await kb.createResource({ title: 'Just arrived' });
      await page.getByRole('link', { name: 'Just arrived' }).waitFor();
    }));
});
