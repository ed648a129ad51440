import type { PostprocessAliniaConfig } from '@lectern/contracts/agents';
import type { PostprocessType } from '../../../engine/module-run';
import { aliniaVerdict, REFUSAL } from '../../alinia/alinia-check';

/** Replaces answers that Alinia flags. Without a verdict the interaction fails: no answer passes unchecked. */
export const postprocessAlinia: PostprocessType<PostprocessAliniaConfig> = {
  name: 'postprocess_alinia',
  title: 'Check the answer with Alinia',
  description: 'Has the guardrails of Alinia check the answer, and replaces it with a refusal when they flag it.',
  isGuard: true,
  run: async (config, { answer }, run) => {
    const { isFlagged, categories } = await aliniaVerdict(config, { input: run.facts.asked.text, output: answer }, run);
    if (!isFlagged) return { value: 'Alinia found nothing' };
    return { refusal: REFUSAL, value: 'Alinia flags the answer', metadata: { flagged: categories } };
  },
};
