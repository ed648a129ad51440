import type { RemiConfig } from '@lectern/contracts/agents';
import type { PostprocessType } from '../../../engine/module-run';

/** Scores the answer. */
export const remi: PostprocessType<RemiConfig> = {
  name: 'remi',
  title: 'Score the answer',
  description: 'Says how well the answer addresses the question, and how well the contexts support it.',
  run: async ({ context_granularity: granularity }, { answer, contexts }, { facts, models }) => {
    const texts = contexts.flatMap(({ chunks, summary }) =>
      granularity === 'partial_answers' ? (summary ?? []) : chunks.map(({ text }) => text),
    );
    const {
      answer_relevance: relevance,
      context_relevance,
      groundedness,
    } = await models.score(facts.asked.text, answer, texts.slice(0, SCORED_MAX));
    const scores = { answer_relevance: relevance, context_relevance, groundedness };
    return { value: JSON.stringify(scores), metadata: scores };
  },
};

/** Contexts that one answer is scored against. */
const SCORED_MAX = 200;
