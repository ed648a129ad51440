import { HistoricalConfig } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { historical } from './historical';

const history = [1, 2, 3, 4].map((turn) => ({ question: `Question ${turn}?`, answer: `Answer ${turn}.` }));
const configOf = (all: boolean) => Object.assign(new HistoricalConfig(), { module: 'historical', all });
const question = { id: 'q', text: 'What did you say?' };

describe('historical', () => {
  it.each([
    ['all', true, [1, 2, 3, 4]],
    ['the latest three', false, [2, 3, 4]],
  ])('adds a context with %s turns, oldest first', async (_, all, turns) => {
    const { run } = testRun({ facts: { history } });
    const { contexts = [], questions } = await historical.run(configOf(all), question, run);
    expect(questions).toBeUndefined();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.chunks.map(({ text }) => text)).toEqual(
      turns.map((turn) => `Question ${turn}?\nAnswer ${turn}.`),
    );
  });

  it('adds none at the beginning of a session', async () => {
    const { run } = testRun();
    expect(await historical.run(configOf(true), question, run)).toEqual({ value: 'The session has no earlier turns' });
  });
});
