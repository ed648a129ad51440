import type { PreprocessAliniaConfig } from '@lectern/contracts/agents';
import type { PreprocessType } from '../../../engine/module-run';
import { aliniaVerdict, REFUSAL } from '../../alinia/alinia-check';

/** Refuses questions that Alinia flags. Without a verdict the interaction fails: no question passes unchecked. */
export const preprocessAlinia: PreprocessType<PreprocessAliniaConfig> = {
  name: 'preprocess_alinia',
  title: 'Check the question with Alinia',
  description: 'Has the guardrails of Alinia check the question, and ends with a refusal when they flag it.',
  run: async (config, question, run) => {
    const { isFlagged, categories } = await aliniaVerdict(config, { input: question.text }, run);
    if (!isFlagged) return { value: 'Alinia found nothing' };
    return { refusal: REFUSAL, value: 'Alinia flags the question', metadata: { flagged: categories } };
  },
};
