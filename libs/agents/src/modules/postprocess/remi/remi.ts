import type { RemiConfig } from '@lectern/contracts/agents';
import type { PostprocessType } from '../../../engine/module-run';

/** Contexts that one answer is scored against. */
const SCORED_MAX = 200;

/** Scores the answer. */
export const remi: PostprocessType<RemiConfig> = {
  name: 'remi',
  title: 'Score the answer',
  description: 'Says how well the answer addresses the question, and how well the contexts support it.',
  run: async ({ context_granularity: granularity, title }, { answer, contexts }, { facts, models }) => {
    const texts = contexts.flatMap(({ chunks, summary }) =>
      granularity === 'partial_answers' ? (summary ?? []) : chunks.map(({ text }) => text),
    );
    const scored = await models.score(facts.asked.text, answer, texts.slice(0, SCORED_MAX));
    const { answer_relevance, context_relevance, groundedness } = scored;
    const scores = { answer_relevance, context_relevance, groundedness };
    const value = JSON.stringify(scores);
    return { value, metadata: scores, contexts: [{ chunks: [], title, structured: [value], json_objects: [scores] }] };
  },
};
