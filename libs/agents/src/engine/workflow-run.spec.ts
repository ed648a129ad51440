import type { InteractionFrame } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { IdentifiedModule } from '../module/identified-module';
import { FrameSequence } from './frames';
import type { GenerationType, ModuleRegistry, PostprocessType, PreprocessType } from './module-run';
import { testRun } from './module-run.fixture';
import type { WorkflowPlan } from './workflow-plan';
import { WorkflowRun } from './workflow-run';

type Types = Readonly<Record<string, Partial<PreprocessType<IdentifiedModule> | GenerationType<IdentifiedModule>>>>;
const moduleOf = (name: string, more: Partial<IdentifiedModule> = {}): IdentifiedModule => ({
  id: name,
  module: name,
  title: 'agent',
  max_retries: 0,
  ...more,
});

/** Runs a workflow of these modules; returns its answer, or the message of its failure, and its frames. */
async function runOf(
  modules: Partial<WorkflowPlan['modules']>,
  types: Types | Readonly<Record<string, Pick<PostprocessType<IdentifiedModule>, 'run'>>>,
  streaming = false,
) {
  const registry = { type: (_: string, name: string) => types[name] } as unknown as ModuleRegistry; // By name alone.
  const { run } = testRun({ registry, facts: { streaming } });
  const frames: InteractionFrame[] = [];
  const sequence = new FrameSequence('q');
  const plan = {
    facts: run.facts,
    modules: { preprocess: [], context: [], generation: [], postprocess: [], ...modules },
  };
  const { models, sources, web, databases, sessionData, signal } = run;
  const answering = new WorkflowRun(plan, {
    models: () => models,
    observer: { step: () => ({ call: () => () => undefined, ended: () => undefined }) },
    askUser: async () => undefined,
    sources,
    web,
    databases,
    sessionData,
    registry,
    signal,
    emit: async (...frame) => void frames.push(sequence.frame(...frame)),
  }).answer();
  const answer = await answering.catch((error: Error) => error.message);
  const pieces = frames.flatMap(({ streaming_response_chunk: piece }) => piece ?? []);
  return { answer, pieces, steps: frames.flatMap(({ step }) => step?.agent_path ?? []), frames };
}

const chart = { type: 'vega_lite' as const, vega_lite_obj: { mark: 'bar' } };

describe('a run of a workflow', () => {
  it('takes the first answer, and charts of all modules that draw some', async () => {
    const types = {
      silent: { run: async () => ({}) },
      answers: { run: async () => ({ answer: 'One' }) },
      late: { run: async () => ({ answer: 'Two' }) },
      draws: { addsCharts: true, run: async () => ({ visualizations: [chart], value: 'Chart' }) },
    };
    const generation = ['silent', 'answers', 'late', 'draws'].map((name) => moduleOf(name));
    const { answer, steps } = await runOf({ generation }, types);
    expect(answer).toEqual({ answer: 'One', visualizations: [chart] });
    expect(steps).toEqual(['/generation/silent', '/generation/answers', '/generation/draws']);
  });

  it('runs again as often as a module asks, ten times in all at most', async () => {
    let runs = 0;
    const types = {
      answers: { run: async () => ({ answer: `Answer ${(runs += 1)}` }) },
      greedy: { run: async () => ({ restart: 'Again' }) },
    };
    const modules = { generation: [moduleOf('answers')], postprocess: [moduleOf('greedy'), moduleOf('answers')] };
    const { answer, steps } = await runOf(modules, types);
    expect(answer).toMatchObject({ answer: 'Answer 10' });
    expect(steps).toHaveLength(20);
  });

  it('counts the restarts of each module, and gives their instruction to the next run', async () => {
    const seen: unknown[] = [];
    const types = {
      answers: { run: async () => ({ answer: 'One' }) },
      twice: {
        run: async (
          _: unknown,
          { restarts }: { restarts: number },
          { facts }: { facts: { rules: readonly string[] } },
        ) => {
          seen.push([restarts, facts.rules]);
          return restarts < 2 ? { restart: `Rule ${restarts}` } : {};
        },
      },
    };
    await runOf({ generation: [moduleOf('answers')], postprocess: [moduleOf('twice')] }, types as never);
    expect(seen).toEqual([
      [0, []],
      [1, ['Rule 0']],
      [2, ['Rule 0', 'Rule 1']],
    ]);
  });

  it('ends the pieces of an attempt that fails before those of the next one', async () => {
    let attempts = 0;
    const types = {
      flaky: {
        run: async (_: unknown, _contexts: unknown, { say }: { say: (piece: string) => Promise<void> }) => {
          await say('The ibex');
          if ((attempts += 1) === 1) throw new AppError('provider_failed', 'The model failed');
          await say(' climbs.');
          return { answer: 'The ibex climbs.' };
        },
      },
    };
    const { answer, pieces } = await runOf(
      { generation: [moduleOf('flaky', { max_retries: 1 })] },
      types as never,
      true,
    );
    expect(answer).toMatchObject({ answer: 'The ibex climbs.' });
    expect(pieces).toEqual([
      { text: 'The ibex', last: false },
      { text: '', last: true },
      { text: 'The ibex', last: false },
      { text: ' climbs.', last: false },
      { text: '', last: true },
    ]);
  });

  it('shows the step of what fails for good, with the reason', async () => {
    const types = {
      broken: {
        run: async () => {
          throw new AppError('unavailable', 'a.example answered with the status 500');
        },
      },
    };
    const { answer, frames } = await runOf({ generation: [moduleOf('broken', { max_retries: 2 })] }, types);
    expect(answer).toBe('a.example answered with the status 500');
    expect(frames.map(({ step }) => step?.error)).toEqual(['a.example answered with the status 500']);
  });

  it('ends with the answer of a module that refuses the question', async () => {
    const types = {
      refuses: { run: async () => ({ refusal: 'I do not answer that.' }) },
      answers: { run: async () => ({ answer: 'One' }) },
    };
    const { answer, steps } = await runOf(
      { preprocess: [moduleOf('refuses')], generation: [moduleOf('answers')] },
      types,
    );
    expect(answer).toEqual({ answer: 'I do not answer that.' });
    expect(steps).toEqual(['/preprocess/refuses']);
  });

  it('shows no answer before a guard has seen it, and none that the guard refuses', async () => {
    const says = async (_: unknown, _contexts: unknown, { say }: { say: (piece: string) => Promise<void> }) => {
      await say('The secret ');
      await say('answer.');
      return { answer: 'The secret answer.', visualizations: [chart], value: 'Secret chart' };
    };
    const guardOf = (verdict: object) => ({ isGuard: true, run: async () => verdict });
    const late = { run: async () => ({ text: 'Late' }) };
    const modules = { generation: [moduleOf('says')], postprocess: [moduleOf('guard'), moduleOf('late')] };
    const good = await runOf(modules, { says: { run: says }, guard: guardOf({}), late } as never, true);
    expect(good.answer).toMatchObject({ answer: 'The secret answer.' });
    expect(good.pieces).toEqual([{ text: 'The secret answer.', last: true }]);
    const kinds = good.frames.map(({ step, possible_answer: possible, generated_text: text }) =>
      possible ? 'chart' : (step?.module ?? text ?? 'piece'),
    );
    expect(kinds).toEqual(['says', 'guard', 'late', 'Late', 'chart', 'piece']);
    const types = { says: { run: says }, guard: guardOf({ refusal: 'No.' }), late };
    const refused = await runOf(modules, types as never, true);
    expect(refused.answer).toEqual({ answer: 'No.' });
    expect(refused.pieces).toEqual([{ text: 'No.', last: true }]);
    expect(refused.steps).toEqual(['/generation/says', '/postprocess/guard']);
    expect(JSON.stringify(refused.frames.filter(({ step }) => !step))).not.toMatch(/secret/i);
  });

  it('gives each part of a question an id of its own, and the first one that of the question', async () => {
    const given: unknown[] = [];
    const types = {
      splits: { run: async () => ({ questions: ['One?', 'Two?'] }) },
      notes: {
        run: async (_: unknown, question: { id: string; text: string }) => {
          given.push(question);
          return {};
        },
      },
    };
    await runOf({ preprocess: [moduleOf('splits'), moduleOf('notes')] }, types as never);
    expect(given).toEqual([
      { id: 'q', text: 'One?' },
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'Two?' },
    ]);
  });
});
