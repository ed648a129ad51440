import { deleteAccountKnowledgeBox, listAccountKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { describeUnless } from '@lectern/testing';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, fits, type GuideBlock, jsonValues, shownValues } from '../harness/guide-blocks';
import { missingFor, runBlocks, runnableLanguages } from '../harness/guide-run';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { projectRoot } from '../harness/process';

const TIMEOUT_MS = 150_000;
const LINES_MAX = 100;
/** Pictures. */
const drawn = new Set(['mermaid']);

const read = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');
const guides = readdirSync(join(projectRoot, 'docs/guides')).map((name) => `docs/guides/${name}`);
const blocks = new Map(['README.md', ...guides].map((page) => [page, blocksOf(page, read(page))]));
const all = [...blocks.values()].flat().filter(({ language }) => !drawn.has(language));
const run = all.filter(({ notRun }) => notRun === undefined);

const isRunnable = ({ language }: GuideBlock): boolean => runnableLanguages.has(language);
/** Defines what all guides use. */
const beginning = run.filter(({ text }) => text.startsWith('API='));

const curl = spawnSync('curl', ['--version']).status === 0;

describe('the guides', () => {
  it('have one beginning, in the README', () => {
    expect(beginning.map(({ place }) => place)).toEqual([expect.stringMatching(/^README\.md:/)]);
  });

  it('have only blocks that are run, or show an answer', () => {
    const others = run.filter((block) => !isRunnable(block) && block.language !== 'json');
    expect(others.map(({ place, language }) => `${place} ${language}`)).toEqual([]);
  });

  it.each(guides)('are short, and named in the list of guides: %s', (page) => {
    const name = page.replace('docs/guides/', '');
    if (name !== 'README.md') expect(read('docs/guides/README.md')).toContain(`(${name})`);
    expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(LINES_MAX);
  });
});

describe('a block that is not run', () => {
  const marked = all.flatMap(({ place, notRun }) => (notRun === undefined ? [] : [[place, notRun] as const]));
  it.each(marked)('%s has a reason: %s', (_, reason) => {
    expect(reason).not.toBe('');
  });
});

for (const block of run) {
  const missing = missingFor(block);
  if (missing !== undefined) it.skip(`${block.place} runs: ${missing}`, () => undefined);
}

describeUnless(curl ? undefined : 'no curl', 'blocks of code', () => {
  inStandalone('run, %s', (mode) => {
    afterEach(async () => {
      const root = server(mode);
      const account = await root.accountId();
      const { boxes } = await root.api.call(listAccountKnowledgeBoxes, { params: { account } });
      const ours = boxes.filter(({ slug }) => slug === 'first');
      const remove = (kbid: string) => root.api.call(deleteAccountKnowledgeBox, { params: { account, kbid } });
      await Promise.all(ours.map(({ id }) => remove(id)));
    });

    it.each([...blocks.keys()])(
      '%s',
      async (page) => {
        const own = run.filter((block) => block.place.startsWith(`${page}:`) && missingFor(block) === undefined);
        const steps = [...(page === 'README.md' ? [] : beginning), ...own].filter(isRunnable);
        const { origin, credential } = server(mode);
        const token = String(credential['authorization']).replace('Bearer ', '');
        const { printed, ...problems } = await runBlocks(steps, { origin, token });
        expect(problems).toEqual({ typeErrors: [] });
        expect(own.flatMap((block, at) => unfitting(block, printed[steps.indexOf(previous(own, at))]))).toEqual([]);
      },
      TIMEOUT_MS,
    );
  });
});

/** The block whose answer is shown at this place. */
function previous(own: readonly GuideBlock[], at: number): GuideBlock {
  const block = own.slice(0, at).findLast(isRunnable) ?? own[at];
  if (!block) throw new Error(`There is no block ${at}`);
  return block;
}

/** Members of a shown answer that the real one lacks. */
function unfitting({ language, text, place }: GuideBlock, printed = ''): readonly string[] {
  if (language !== 'json') return [];
  const shown = shownValues(text);
  const answers = jsonValues(printed);
  const bad = shown.filter((value) => !answers.some((answer) => fits(value, answer)));
  if (shown.length === 0) return [`${place} shows no JSON`];
  return bad.map((value) => `${place} shows ${JSON.stringify(value)}; printed: ${printed.slice(0, 2_000)}`);
}
