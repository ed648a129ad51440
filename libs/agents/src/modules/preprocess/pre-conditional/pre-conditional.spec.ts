import { PreConditionalConfig } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { preConditional } from './pre-conditional';

const inner = (id: string) => ({ id, module: 'rephrase', title: 'agent', max_retries: 0 });

describe('a condition among preprocess modules', () => {
  it.each([
    ['ibex', 'then', ['t']],
    ['train', 'else_', ['e']],
  ])('chooses by the question: has it %s?', async (keyword, at, ids) => {
    const branches = { then: [inner('t')], else_: [inner('e')] };
    const config = Object.assign(new PreConditionalConfig(), { ...branches, has_keywords: [keyword] });
    const question = { id: 'q', text: 'Where does the ibex climb?' };
    const { next, questions, value } = await preConditional.run(config, question, testRun().run);
    expect([next?.at, next?.modules.map(({ id }) => id)]).toEqual([at, ids]);
    expect([questions, value]).toEqual([undefined, at]);
  });
});
