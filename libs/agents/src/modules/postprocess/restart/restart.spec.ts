import { RestartConfig } from '@lectern/contracts/agents';
import { objectOf, testRun } from '../../../engine/module-run.fixture';
import { restart } from './restart';

const configOf = (members: Partial<RestartConfig> = {}) =>
  Object.assign(new RestartConfig(), { module: 'restart', ...members });
const facts = { rules: ['Answer in German.', 'Name the source.'] };
const outcome = { answer: 'On rocks.', contexts: [], restarts: 0 };

describe('restart', () => {
  it('has the workflow run again with the rules that the model finds broken, not with what the model says', async () => {
    const { run, asked } = testRun({ facts, script: () => objectOf({ broken: [1, 3, 9, 'x'], reason: 'English' }) });
    const checked = await restart.run(configOf({ prompt: 'Be kind.' }), outcome, run);
    expect(checked).toMatchObject({
      restart: 'An earlier answer broke these rules, keep them this time: Answer in German.; Be kind.',
      reason: 'English',
    });
    expect(asked).toMatchObject([
      {
        system: expect.stringContaining('1. Answer in German.\n2. Name the source.\n3. Be kind.'),
        query_context: { answer: 'On rocks.' },
      },
    ]);
  });

  it('does not judge an answer by the rule that its last run added', async () => {
    const { run, asked } = testRun({ facts, script: () => objectOf({ broken: [1] }) });
    const { restart: rule = '' } = await restart.run(configOf(), outcome, run);
    await restart.run(configOf(), outcome, { ...run, facts: { ...run.facts, rules: [...facts.rules, rule] } });
    expect(asked[1]?.system).toBe(asked[0]?.system);
  });

  it('lets an answer pass that keeps the rules', async () => {
    const { run } = testRun({ facts, script: () => objectOf({ broken: [] }) });
    expect(await restart.run(configOf(), outcome, run)).toEqual({ value: 'The answer keeps the rules' });
  });

  it('stops after as many restarts as it may ask for', async () => {
    const { run } = testRun({ facts, script: () => objectOf({ broken: [2] }) });
    const checked = await restart.run(configOf({ retries: 2 }), { ...outcome, restarts: 2 }, run);
    expect(checked.restart).toBeUndefined();
    expect(checked.value).toMatch(/after 2 restarts/);
  });

  it.each([
    ['there are no rules', { facts: { rules: [] }, script: () => objectOf({ broken: [1] }) }, 'There are no rules'],
    ['no model can judge', { facts }, 'The model follows no prompts: it cannot judge whether rules are kept'],
  ])('says so when %s', async (_, world, reason) => {
    const { run } = testRun(world);
    expect(await restart.run(configOf(), outcome, run)).toEqual({ value: 'Not checked', reason });
  });
});
