import type { RephraseConfig } from '@lectern/contracts/agents';
import type { PreprocessType } from '../../../engine/module-run';

/** Rewrites the question by what was said before, so that it stands alone. */
export const rephrase: PreprocessType<RephraseConfig> = {
  name: 'rephrase',
  title: 'Rephrase',
  description: 'Rewrites the question so that it stands alone.',
  run: async ({ history, model }, question, { facts, models }) => {
    const text = await models.rephrase(question.text, history ? facts.history : [], model);
    return { questions: [text], value: text };
  },
};
