import type { GenerationConditionalConfig } from '@lectern/contracts/agents';
import type { GenerationType } from '../../../engine/module-run';
import { branchOf, decide } from '../../conditional';
import { contextTexts } from '../../prompt';

/** Runs one of two lists of generation modules. */
export const generationConditional: GenerationType<GenerationConditionalConfig> = {
  name: 'generation_conditional',
  title: 'Condition',
  description: 'Runs one list of modules or the other, by the question or by what was found.',
  run: async (config, contexts, run) => {
    const texts = config.on === 'CONTEXT' ? Object.values(contextTexts(contexts)) : [run.facts.asked.text];
    return branchOf(config, await decide(config, texts, run));
  },
};
