import type { CitedContext, FrameContext, SummarizeConfig } from '@lectern/contracts/agents';
import type { GenerationType } from '../../../engine/module-run';

const NO_ANSWER = 'Not enough data to answer this.';

/** Answers from all contexts, with footnotes. */
export const summarize: GenerationType<SummarizeConfig> = {
  name: 'summarize',
  title: 'Answer',
  description: 'Answers the question from what was found, with citations.',
  run: async (config, contexts, { facts, models, say, think }) => {
    const entries = entriesOf(contexts, config.force_chunk_level_citations);
    if (entries.length === 0) return { answer: NO_ANSWER, value: 'Nothing was found' };
    const request = {
      question: facts.asked.text,
      query_context: Object.fromEntries(entries.map(({ key, text }) => [key, text])),
      query_context_order: Object.fromEntries(entries.map(({ key }, place) => [key, place])),
      citations: config.citations ? ('llm_footnotes' as const) : ('none' as const),
      ...(config.system_prompt && { system: config.system_prompt }),
      ...(config.prompt && { user_prompt: { prompt: config.prompt } }),
    };
    const { text, isAnswered, footnotes } = await models.answer(request, config.model, { text: say, reasoning: think });
    if (!isAnswered) return { answer: NO_ANSWER, value: 'What was found does not answer the question' };
    const cited = Object.entries(footnotes).flatMap(([block, key]) => {
      const entry = entries.find((one) => one.key === key);
      return entry ? [[block, entry.cites] as const] : [];
    });
    const urls = [...new Set(cited.flatMap(([, { origin_urls: origins }]) => origins))];
    return { answer: text, citations: { metadata: Object.fromEntries(cited) }, urls };
  },
};

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly cites: CitedContext;
}

/** Chunks of contexts in their order, or whole contexts. */
function entriesOf(contexts: readonly FrameContext[], byChunk: boolean): readonly Entry[] {
  return contexts.flatMap((context): Entry[] => {
    const entry = (text: string, chunk: number | null, origins: readonly (string | null)[]): Entry => ({
      key: chunk === null ? context.id : `${context.id}/${chunk}`,
      text,
      cites: {
        context_id: context.id,
        chunk_index: chunk,
        origin_urls: origins.filter((origin) => origin !== null),
      },
    });
    const { chunks, structured } = context;
    const data = structured.length > 0 ? [entry(structured.join('\n'), null, [])] : [];
    if (byChunk) return [...chunks.map(({ text, origin_url: origin }, place) => entry(text, place, [origin])), ...data];
    const texts = [...chunks.map(({ text }) => text), ...structured];
    return texts.length === 0
      ? []
      : [
          entry(
            texts.join('\n\n'),
            null,
            chunks.map(({ origin_url: origin }) => origin),
          ),
        ];
  });
}
