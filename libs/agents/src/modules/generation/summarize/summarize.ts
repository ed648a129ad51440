import type { CitedContext, FrameContext, SummarizeConfig } from '@lectern/contracts/agents';
import type { ModelRequest } from '../../../engine/module-models';
import type { GenerationType, ModuleRun } from '../../../engine/module-run';
import { FOLLOWS_NO_PROMPTS, contextImages, historyMessages, userPrompt } from '../../prompt';

const NO_ANSWER = 'Not enough data to answer this.';

/** Answers from all contexts, with footnotes. */
export const summarize: GenerationType<SummarizeConfig> = {
  name: 'summarize',
  title: 'Answer',
  description: 'Answers the question from what was found, with citations.',
  run: async (config, contexts, run) => {
    const { facts, models, say, think } = run;
    const entries = entriesOf(contexts, config.force_chunk_level_citations);
    const images = config.images ? contextImages(contexts) : {};
    if (entries.length === 0 && Object.keys(images).length === 0)
      return { answer: NO_ANSWER, value: 'Nothing was found' };
    const prompts = await promptsOf(config, run);
    const request = {
      question: facts.asked.text,
      chat_history: config.history || config.conversational ? historyMessages(facts.history) : [],
      query_context: Object.fromEntries(entries.map(({ key, text }) => [key, text])),
      query_context_order: Object.fromEntries(entries.map(({ key }, place) => [key, place])),
      query_context_images: images,
      citations: config.citations ? ('llm_footnotes' as const) : ('none' as const),
      ...prompts.members,
    };
    const { reason } = prompts;
    const { text, isAnswered, footnotes } = await models.answer(request, config.model, { text: say, reasoning: think });
    if (!isAnswered) return { answer: NO_ANSWER, value: 'What was found does not answer the question', reason };
    const cited = Object.entries(footnotes).flatMap(([block, key]) => {
      const entry = entries.find((one) => one.key === key);
      return entry ? [[block, entry.cites] as const] : [];
    });
    const urls = [...new Set(cited.flatMap(([, { origin_urls: origins }]) => origins))];
    return { answer: text, citations: { metadata: Object.fromEntries(cited) }, urls, reason };
  },
};

/** Of a conversation. */
const CONVERSATION = 'Answer as the next turn of the conversation: refer to what was said where that helps.';

/** Prompts of the configuration with all rules; without them where the model would not follow them. */
async function promptsOf(
  { system_prompt: system, prompt, model, conversational }: SummarizeConfig,
  { facts, models }: ModuleRun,
): Promise<{ readonly members: Pick<ModelRequest, 'system' | 'user_prompt'>; readonly reason?: string }> {
  const rules = conversational ? [...facts.rules, CONVERSATION] : facts.rules;
  if (!system && !prompt && rules.length === 0) return { members: {} };
  if (!(await models.followsPrompts(model))) return { members: {}, reason: FOLLOWS_NO_PROMPTS };
  return {
    members: {
      ...(system && { system }),
      ...((prompt || rules.length > 0) && { user_prompt: userPrompt(prompt ?? '', { ...facts, rules }) }),
    },
  };
}

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
