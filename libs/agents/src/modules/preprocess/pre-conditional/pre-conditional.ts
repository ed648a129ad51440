import type { PreConditionalConfig } from '@lectern/contracts/agents';
import type { PreprocessType } from '../../../engine/module-run';
import { branchOf, decide } from '../../conditional';

/** Runs one of two lists of preprocess modules. */
export const preConditional: PreprocessType<PreConditionalConfig> = {
  name: 'pre_conditional',
  title: 'Condition',
  description: 'Runs one list of modules or the other, by the question.',
  run: async (config, question, run) => branchOf(config, await decide(config, [question.text], run)),
};
