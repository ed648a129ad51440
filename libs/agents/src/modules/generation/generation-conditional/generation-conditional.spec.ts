import { GenerationConditionalConfig } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { generationConditional } from './generation-conditional';

describe('a condition among generation modules', () => {
  it.each([
    ['QUESTION', 'ibex', 'then'],
    ['QUESTION', 'marmot', 'else_'],
    ['CONTEXT', 'marmot', 'then'],
    ['CONTEXT', 'ibex', 'else_'],
  ] as const)('chooses by the %s: has it %s?', async (on, keyword, at) => {
    const config = Object.assign(new GenerationConditionalConfig(), { on, has_keywords: [keyword] });
    const { next, answer } = await generationConditional.run(config, [contextOfTexts(['A marmot'])], testRun().run);
    expect([next?.at, answer]).toEqual([at, undefined]);
  });
});
