import { RemiConfig } from '@lectern/contracts/agents';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { ModuleModels } from '../../../engine/module-models';
import { testRun } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { remi } from './remi';

const scores = {
  answer_relevance: { score: 4, reason: 'It names the place.' },
  context_relevance: [5, null],
  groundedness: [3, 0],
};

describe('remi', () => {
  /** What was to be scored. */
  const scored: { readonly question: string; readonly answer: string; readonly contexts: readonly string[] }[] = [];
  let failure: AppError | undefined;
  beforeEach(() => {
    scored.length = 0;
    failure = undefined;
  });

  const bus = {
    request: async (_: unknown, { body }: { readonly body: (typeof scored)[number] }) => {
      if (failure) throw failure;
      scored.push(body);
      return { answer: { ...scores, time: 0.1, consumption: null } };
    },
    stream: (): never => {
      throw new Error('Scores do not come as a stream');
    },
  };
  const contexts = [
    contextOfTexts(['Ibexes climb rocks.', 'Goats graze.'], { summary: 'On rocks.' }),
    contextOfTexts(['Owls hunt at night.']),
  ];
  const run = (members: Partial<RemiConfig> = {}, found = contexts) => {
    const asker = { kbid: 'agent', principal: systemPrincipal, user: 'ada' };
    // Of the bus, scores need one function.
    const models = new ModuleModels(bus as unknown as ConstructorParameters<typeof ModuleModels>[0], asker, signal);
    const config = Object.assign(new RemiConfig(), { module: 'remi', ...members });
    return remi.run(config, { answer: 'On rocks.', contexts: found, restarts: 0 }, { ...testRun().run, models });
  };
  const { signal } = new AbortController();

  it('scores the answer against all texts that were found, and reports the scores as a step and as a context', async () => {
    const checked = await run({ title: 'Scores' });
    expect(scored).toMatchObject([
      {
        question: 'Where does the ibex climb?',
        answer: 'On rocks.',
        contexts: ['Ibexes climb rocks.', 'Goats graze.', 'Owls hunt at night.'],
      },
    ]);
    expect(checked).toMatchObject({
      value: JSON.stringify(scores),
      metadata: scores,
      contexts: [{ title: 'Scores', chunks: [], json_objects: [scores], structured: [JSON.stringify(scores)] }],
    });
  });

  it('scores it against the answers of context modules with `partial_answers`', async () => {
    await run({ context_granularity: 'partial_answers' });
    expect(scored.map((one) => one.contexts)).toEqual([['On rocks.']]);
  });

  it('changes nothing about the answer, and does not run the workflow again', async () => {
    const checked = await run();
    expect(checked).not.toHaveProperty('answer');
    expect(checked).not.toHaveProperty('restart');
    expect(checked).not.toHaveProperty('next');
  });

  it('scores 200 texts at most, and none where nothing was found', async () => {
    await run({}, [contextOfTexts(Array.from({ length: 500 }, (_, at) => `Text ${at}`))]);
    await run({}, []);
    expect(scored.map((one) => one.contexts.length)).toEqual([200, 0]);
  });

  it('fails when nothing can score', async () => {
    failure = new AppError('unavailable', 'No scorer answers');
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
