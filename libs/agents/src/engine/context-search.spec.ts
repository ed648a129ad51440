import { ContextMembers } from '@lectern/contracts/agents';
import type { IdentifiedModule } from '../module/identified-module';
import { textContext } from '../modules/text-context';
import { ContextSearch, type SearchTools } from './context-search';
import { type ChatScript, objectOf, testRun, textOf } from './module-run.fixture';
import type { ContextType, FoundContext, ModuleRegistry } from './module-run';

const asked = { id: 'q', text: 'Where does the ibex climb?' };
const ROCKS = 'The ibex climbs steep rocks in winter.';

/** Modules that find what their title says; those titled `broken` fail. */
const finder: ContextType<IdentifiedModule> = {
  name: 'finder',
  title: 'Finder',
  description: '',
  run: async ({ id, title }, question) => {
    if (title === 'broken') throw new Error('broken');
    const texts = title === '' ? [] : title.split('|');
    const chunks = texts.map((text, place) => textContext({ id: `${id}-${place}`, text }));
    return { contexts: texts.length > 0 ? [{ chunks }] : [], value: question.text };
  },
};
const registry = { type: () => finder } as unknown as ModuleRegistry; // Only context modules run.

function moduleOf(id: string, title: string, more: Omit<Partial<ContextMembers>, 'id'> = {}): IdentifiedModule {
  return Object.assign(new ContextMembers(), { id, title, module: 'finder', ...more });
}

/** Runs a module; returns the steps, and what was found where. */
async function search(module: IdentifiedModule, script?: ChatScript, embeds = true) {
  const { run, asked: prompts } = testRun({ ...(script && { script }), embeds });
  const steps: string[] = [];
  const found: { readonly path: string; readonly context: FoundContext }[] = [];
  const tools: SearchTools = {
    registry,
    signal: run.signal,
    step: async (_module, { path }, work) => {
      steps.push(path);
      return work(run);
    },
    keep: async (contexts, { path }) => void found.push(...contexts.map((context) => ({ path, context }))),
  };
  const outcome = await new ContextSearch(tools).find(module, { question: asked, path: `/context/${module.id}` });
  return { steps, found, outcome, prompts };
}

describe('a search for context', () => {
  it('ends when the texts answer, and leaves the other modules alone', async () => {
    const fallback = moduleOf('b', ROCKS);
    const { steps, outcome } = await search(moduleOf('a', ROCKS, { fallback, next_agent: moduleOf('c', ROCKS) }));
    expect(steps).toEqual(['/context/a']);
    expect(outcome.missing).toBeNull();
  });

  it('runs the fallback, then the next module, while something is open', async () => {
    const fallback = moduleOf('b', 'Trains leave at noon.');
    const { steps, found, outcome } = await search(moduleOf('a', '', { fallback, next_agent: moduleOf('c', ROCKS) }));
    expect(steps).toEqual(['/context/a', '/context/a/fallback/b', '/context/a/next_agent/c']);
    expect(found.map(({ path, context }) => [path, context.missing])).toEqual([
      ['/context/a/fallback/b', asked.text],
      ['/context/a/next_agent/c', null],
    ]);
    expect(outcome.missing).toBeNull();
  });

  it('stops at the fallback that answers', async () => {
    const fallback = moduleOf('b', ROCKS, { fallback: moduleOf('d', ROCKS) });
    const { steps } = await search(moduleOf('a', '', { fallback, next_agent: moduleOf('c', ROCKS) }));
    expect(steps).toEqual(['/context/a', '/context/a/fallback/b']);
  });

  it('takes a module that fails as one that finds nothing when it names another', async () => {
    const { outcome } = await search(moduleOf('a', 'broken', { fallback: moduleOf('b', ROCKS) }));
    expect(outcome.missing).toBeNull();
    await expect(search(moduleOf('a', 'broken'))).rejects.toThrow('broken');
  });

  it('lets a model say what is open, and rewrites the question by it', async () => {
    const script: ChatScript = ({ json_schema: schema }, call) =>
      schema ? objectOf({ missing: call === 0 ? 'the height' : '' }) : textOf(' How high does it climb? ');
    const next = moduleOf('c', 'It climbs 3,000 m high.');
    const context_aware_rephrasing_prompt = 'Ask for {missing} of {question}';
    const module = moduleOf('a', ROCKS, { next_agent: next, context_aware_rephrasing_prompt });
    const { found, prompts, outcome } = await search(module, script);
    expect(found.map(({ context }) => context.missing)).toEqual(['the height', null]);
    expect(prompts[1]?.question).toBe(`Ask for the height of ${asked.text}`);
    expect(prompts[0]).toMatchObject({ query_context: [ROCKS] });
    expect(outcome.missing).toBeNull();
  });

  it('calls no model for a module that names neither one nor another module', async () => {
    const { prompts, outcome } = await search(moduleOf('a', ROCKS), () => objectOf({ missing: 'all' }));
    expect(prompts).toEqual([]);
    expect(outcome.missing).toBeNull();
  });

  it.each([
    [true, [ROCKS]],
    [false, [ROCKS, 'Invoices are due in May.']],
  ])('leaves out what does not belong to the question, if prune_context is %s', async (prune_context, texts) => {
    const { found } = await search(moduleOf('a', `${ROCKS}|Invoices are due in May.`, { prune_context }));
    expect(found[0]?.context.chunks.map(({ text }) => text)).toEqual(texts);
  });

  it('keeps all texts while no embedding model answers', async () => {
    const { found } = await search(moduleOf('a', `${ROCKS}|Invoices are due in May.`), undefined, false);
    expect(found[0]?.context.chunks).toHaveLength(2);
  });

  it('keeps a text that belongs to another question when it is the only one', async () => {
    const { found } = await search(moduleOf('a', 'Invoices are due in May.'));
    expect(found[0]?.context.chunks).toHaveLength(1);
  });
});
