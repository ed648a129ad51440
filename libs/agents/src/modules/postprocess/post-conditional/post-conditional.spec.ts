import { PostConditionalConfig } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { postConditional } from './post-conditional';

const outcome = { answer: 'On rocks', contexts: [contextOfTexts(['A marmot'])], restarts: 0 };

describe('a condition among postprocess modules', () => {
  it.each([
    ['QUESTION', 'ibex', 'then'],
    ['QUESTION', 'rocks', 'else_'],
    ['ANSWER', 'rocks', 'then'],
    ['ANSWER', 'marmot', 'else_'],
    ['CONTEXT', 'marmot', 'then'],
    ['CONTEXT', 'ibex', 'else_'],
  ] as const)('chooses by the %s: has it %s?', async (on, keyword, at) => {
    const config = Object.assign(new PostConditionalConfig(), { on, has_keywords: [keyword] });
    const { next, restart, answer } = await postConditional.run(config, outcome, testRun().run);
    expect([next?.at, restart, answer]).toEqual([at, undefined, undefined]);
  });
});
