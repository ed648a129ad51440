import { ContextConditionalConfig, type FrameContext } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { contextConditional } from './context-conditional';

const question = { id: 'q', text: 'Where does the ibex climb?' };
const fixed = (id: string) => ({ id, module: 'static_string', title: 'agent', max_retries: 0 });

/** The place of the modules that run next. */
async function branchOf(members: Partial<ContextConditionalConfig>, contexts: readonly FrameContext[] = []) {
  const branches = { then: [fixed('t')], else_: [fixed('e')] };
  const config = Object.assign(new ContextConditionalConfig(), { ...branches, ...members });
  const { next } = await contextConditional.run(config, question, { ...testRun().run, contexts });
  return [next?.at, next?.modules.map(({ id }) => id)];
}

describe('a condition among context modules', () => {
  it('chooses by the question', async () => {
    expect(await branchOf({ has_keywords: ['ibex'] })).toEqual(['then', ['t']]);
    expect(await branchOf({ has_keywords: ['train'] })).toEqual(['else_', ['e']]);
  });

  it('chooses by what was found for the question so far, not for another', async () => {
    const found = contextOfTexts(['Steep rocks']);
    const condition = { has_keywords: ['rocks'], on: 'CONTEXT' as const };
    expect(await branchOf(condition, [found])).toEqual(['then', ['t']]);
    expect(await branchOf(condition, [{ ...found, actual_question_uuid: 'other' }])).toEqual(['else_', ['e']]);
    expect(await branchOf(condition)).toEqual(['else_', ['e']]);
  });
});
