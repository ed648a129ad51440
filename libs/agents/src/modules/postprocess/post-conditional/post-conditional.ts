import type { PostConditionalConfig } from '@lectern/contracts/agents';
import type { PostprocessType } from '../../../engine/module-run';
import { branchOf, decide } from '../../conditional';
import { contextTexts } from '../../prompt';

/** Runs one of two lists of postprocess modules. */
export const postConditional: PostprocessType<PostConditionalConfig> = {
  name: 'post_conditional',
  title: 'Condition',
  description: 'Runs one list of modules or the other, by the question, by the answer or by what was found.',
  run: async (config, { answer, contexts }, run) => {
    const texts = {
      QUESTION: () => [run.facts.asked.text],
      ANSWER: () => [answer],
      CONTEXT: () => Object.values(contextTexts(contexts)),
    };
    return branchOf(config, await decide(config, texts[config.on](), run));
  },
};
