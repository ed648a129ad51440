import type { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import {
  describeGenerator,
  type ModelPrice,
  type PredictionOrigin,
  predictRemi,
  predictRephrase,
} from '@lectern/contracts/understanding';
import { InteractionUsage } from './interaction-usage';
import { ModuleModels } from './module-models';
import type { CallReport } from './run-observer';

const scores = { time: 0, answer_relevance: null, context_relevance: [], groundedness: [], consumption: null };

/** Models that say what they used, and what an observer saw of their calls. */
function modelsOf(used?: PredictionOrigin['used'], price?: ModelPrice) {
  const reports: CallReport[] = [];
  const origin = { learningId: 'l', model: 'm', traceId: 't', ...(used && { used }) };
  const answers: Readonly<Record<string, unknown>> = {
    [predictRephrase.name]: { origin, answer: 'Where does the ibex climb?0' },
    [predictRemi.name]: { origin, answer: scores },
    [describeGenerator.name]: { generator: { id: 'm', ...(price && { price }) } },
  };
  const request = async ({ name }: { readonly name: string }) => answers[name];
  // Answers by name, which the types of operations cannot say.
  const bus = { request } as unknown as Pick<Bus, 'request' | 'stream'>;
  const observer = { call: () => (report: CallReport) => void reports.push(report), ended: () => undefined };
  const usage = new InteractionUsage();
  const asker = { kbid: 'agent', principal: systemPrincipal, user: 'ada', observer, usage };
  return { models: new ModuleModels(bus, asker, new AbortController().signal), reports, usage };
}

describe('the tokens of a module', () => {
  it('are those of models that rewrite a question, too', async () => {
    const { models, reports } = modelsOf({ input: 200, output: 20 });
    expect(await models.rephrase('Where?', [])).toBe('Where does the ibex climb?');
    expect(models.tokens).toEqual({ input: 0.2, output: 0.02 });
    expect(reports).toMatchObject([{ model: 'm', tokens: { input: 200, output: 20 } }]);
  });

  it('are those of models that score an answer, too', async () => {
    const { models, reports } = modelsOf({ input: 3_000, output: 100 });
    await models.score('Where?', 'There.', ['There.']);
    expect(models.tokens).toEqual({ input: 3, output: 0.1 });
    expect(reports).toMatchObject([{ model: 'm', svcTokens: { input: 3, output: 0.1 } }]);
  });

  it('are not counted twice where the knowledge box pays the provider itself', async () => {
    const { models, reports } = modelsOf({ input: 200, output: 20, customerKey: true });
    await models.rephrase('Where?', []);
    expect(models.tokens).toEqual({ input: 0, output: 0 });
    expect(reports).toMatchObject([{ tokens: { input: 200, output: 20 } }]);
  });

  it('cost what the model does, where a limit needs it, and a model without a price is not asked', async () => {
    const used = { input: 2_000_000, output: 1_000_000 };
    const { models, usage } = modelsOf(used, { input: 1.5, output: 2 });
    await models.rephrase('Where?', []);
    expect(usage.cost).toBe(0);
    usage.countsCost = true;
    await models.rephrase('Where?', []);
    expect(usage.cost).toBe(5);
    const unpriced = modelsOf(used);
    unpriced.usage.countsCost = true;
    await expect(unpriced.models.rephrase('Where?', [])).rejects.toThrow('The model m has no price in MODEL_PRICES');
    expect(unpriced.reports).toEqual([]);
    await expect(unpriced.models.score('Where?', 'There.', [])).rejects.toThrow('has no price');
    const byRule = modelsOf();
    byRule.usage.countsCost = true;
    expect(await byRule.models.score('Where?', 'There.', [])).toEqual(scores);
  });

  it('are empty when rules did the work', async () => {
    const { models, reports } = modelsOf();
    await models.rephrase('Where?', []);
    await models.score('Where?', 'There.', []);
    expect(models.tokens).toEqual({ input: 0, output: 0 });
    expect(reports.map(({ tokens }) => tokens)).toEqual([undefined, undefined]);
  });
});
