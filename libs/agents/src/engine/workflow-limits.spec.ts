import { ContextMembers, type InteractionFrame } from '@lectern/contracts/agents';
import type { IdentifiedModule } from '../module/identified-module';
import { textContext } from '../modules/text-context';
import { CONTEXT_CHARS_MAX } from './context-bounds';
import type { ContextType, GenerationType, ModuleRegistry, ModuleRun } from './module-run';
import { testRun } from './module-run.fixture';
import { STEPS_MAX } from './run-budget';
import { WorkflowRun } from './workflow-run';

/** Says what a module may see, and finds nothing. */
function registryOf(work: (run: ModuleRun) => Promise<readonly string[]>): ModuleRegistry {
  const context: ContextType<IdentifiedModule> = {
    name: 'finder',
    title: 'Finder',
    description: '',
    run: async (config, _question, run) => {
      const texts = await work(run);
      return {
        contexts: texts.length === 0 ? [] : [{ chunks: texts.map((text) => textContext({ id: config.id, text })) }],
        missing: texts.length === 0 ? 'all' : null,
      };
    },
  };
  const generation: GenerationType<IdentifiedModule> = { ...context, run: async () => ({ answer: 'Done' }) };
  // Modules of other kinds do not run here.
  return { type: (kind: string) => (kind === 'context' ? context : generation) } as unknown as ModuleRegistry;
}

function moduleOf(id: string, more: object = {}): IdentifiedModule {
  return Object.assign(new ContextMembers(), { id, module: 'finder', prune_context: false, ...more });
}

async function answerOf(
  modules: readonly IdentifiedModule[],
  work: (run: ModuleRun) => Promise<readonly string[]>,
  costMax?: number,
) {
  const { run } = testRun({ facts: { headers: { Authorization: 'of the caller', 'x-tenant': '7' } } });
  const frames: Partial<InteractionFrame>[] = [];
  const plan = {
    facts: run.facts,
    modules: { preprocess: [], context: modules, generation: [moduleOf('g')], postprocess: [] },
  };
  const answering = new WorkflowRun(plan, {
    ...run,
    models: () => run.models,
    costMax,
    observer: { step: () => ({ call: () => () => undefined, ended: () => undefined }) },
    askUser: async () => undefined,
    registry: registryOf(work),
    emit: async (_operation, content) => void frames.push(content),
  }).answer();
  return { frames, answering };
}

describe('a run of a workflow', () => {
  it('shows a module those headers of the caller that it names', async () => {
    const seen: unknown[] = [];
    const named = moduleOf('b', { valid_headers: ['authorization'] });
    const { answering } = await answerOf([moduleOf('a'), named], async ({ facts }) => {
      seen.push(facts.headers);
      return [];
    });
    await answering;
    expect(seen).toEqual([{}, { Authorization: 'of the caller' }]);
  });

  it('ends when its modules need too many steps, as where each names others for what is open', async () => {
    let calls = 0;
    const chain = (level: number): IdentifiedModule =>
      moduleOf(`c${level}`, level > 0 ? { fallback: chain(level - 1), next_agent: chain(0) } : {});
    const modules = Array.from({ length: 100 }, () => chain(9));
    const { answering, frames } = await answerOf(modules, async () => {
      calls += 1;
      return [];
    });
    await expect(answering).rejects.toMatchObject({ code: 'quota_exceeded', message: /500 steps/ });
    expect(calls).toBe(STEPS_MAX);
    expect(frames).toHaveLength(STEPS_MAX);
  });

  it('ends when its models cost as much as they may, and says so', async () => {
    const price = { input: 1, output: 4 };
    const modules = [moduleOf('a'), moduleOf('b'), moduleOf('c')];
    const { answering, frames } = await answerOf(
      modules,
      async ({ usage }) => {
        expect(usage.countsCost).toBe(true);
        usage.addCost({ input: 500_000, output: 125_000 }, price);
        return [];
      },
      2,
    );
    const message = 'The interaction has reached the limit of 2 in cost';
    await expect(answering).rejects.toMatchObject({ code: 'quota_exceeded', message });
    expect(frames.filter(({ step }) => step)).toHaveLength(2);
  });

  it('keeps of each context what fits, the best texts first', async () => {
    const text = 'a'.repeat(CONTEXT_CHARS_MAX / 2);
    const { answering, frames } = await answerOf([moduleOf('a')], async () => Array.from({ length: 100 }, () => text));
    await answering;
    const [context] = frames.flatMap((frame) => frame.context ?? []);
    expect(context?.chunks).toHaveLength(2);
  });

  it('keeps no more of all contexts than a process can bear', async () => {
    const modules = Array.from({ length: 50 }, (_, at) => moduleOf(`m${at}`));
    const text = 'a'.repeat(2 * CONTEXT_CHARS_MAX);
    const { answering, frames } = await answerOf(modules, async () => [text]);
    await answering;
    const chars = frames.reduce((sum, { context }) => sum + (context?.chunks[0]?.text.length ?? 0), 0);
    expect(chars).toBe(10 * CONTEXT_CHARS_MAX);
  });
});
