import { InteractionUsage } from '../../../engine/interaction-usage';
import { SmartBudget } from './smart-budget';

/** Work that uses so many thousand tokens. */
function using(tokensK: number) {
  const models = { tokens: { input: 0, output: 0 } };
  // Nothing else of models is read.
  const run = { models } as Parameters<SmartBudget['counting']>[0];
  return [run, async () => void (models.tokens.output += tokensK)] as const;
}

describe('what a run of smart may use', () => {
  it('ends with its iterations', () => {
    const budget = new SmartBudget(2, new InteractionUsage());
    budget.noteIteration();
    expect(budget.reached).toBeUndefined();
    budget.noteIteration();
    expect(budget.reached).toBe('the limit of 2 iterations');
  });

  it('ends with the calls, tokens and seconds that all runs of the interaction share', async () => {
    let nowMs = 0;
    const usage = new InteractionUsage(() => nowMs);
    const [one, other] = [new SmartBudget(5, usage), new SmartBudget(5, usage)];
    for (let calls = 0; calls < 60; calls++) one.noteCall();
    expect(other.callsLeft).toBe(40);
    for (let calls = 0; calls < 40; calls++) other.noteCall();
    expect(one.reached).toBe('the limit of 100 calls');

    const tokens = new InteractionUsage(() => nowMs);
    await new SmartBudget(5, tokens).counting(...using(300));
    const second = new SmartBudget(5, tokens);
    expect(second.reached).toBeUndefined();
    await second.counting(...using(200));
    expect(second.reached).toBe('the limit of 500000 tokens');
    expect(second.used).toEqual({ iterations: 0, calls: 0, svc_tokens: 200 });

    const seconds = new SmartBudget(5, new InteractionUsage(() => nowMs));
    nowMs = 299_000;
    expect(seconds.reached).toBeUndefined();
    nowMs = 300_000;
    expect(seconds.reached).toBe('the limit of 300 seconds');
  });

  it('ends with the cost of the interaction, where it has a limit', () => {
    const usage = new InteractionUsage();
    const [limited, other] = [new SmartBudget(5, usage, 0.5), new SmartBudget(5, usage)];
    usage.addCost({ input: 100_000, output: 10_000 }, { input: 2.5, output: 20 });
    expect(limited.reached).toBeUndefined();
    usage.addCost({ input: 20_000, output: 0 }, { input: 2.5, output: 20 });
    expect([limited.reached, other.reached]).toEqual(['the limit of 0.5 in cost', undefined]);
    expect(limited.used).toEqual({ iterations: 0, calls: 0, svc_tokens: 0, cost: 0.5 });
  });

  it('counts the tokens of work that fails', async () => {
    const usage = new InteractionUsage();
    const [run, work] = using(3);
    const failing = async () => {
      await work();
      throw new Error('broken');
    };
    await expect(new SmartBudget(5, usage).counting(run, failing)).rejects.toThrow('broken');
    expect(usage.tokensK).toBe(3);
  });
});
