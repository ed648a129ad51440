import type { AskRequest } from '@lectern/contracts/search';
import type { ChatTurn, QuestionToRephrase } from '@lectern/contracts/understanding';

/** What was said before, oldest first. */
export function chatHistory({ chat_history: history, context }: AskRequest): ChatTurn[] {
  const messages = history ?? context ?? [];
  return messages.map(({ author, text }) => ({ author: author === 'SVC' ? 'ASSISTANT' : 'USER', text }));
}

/** What is rewritten before it is looked up; undefined when the question is looked up as it is. */
export function questionToRephrase(kbid: string, request: AskRequest): QuestionToRephrase | undefined {
  const history = chatHistory(request);
  const extraContext = request.extra_context ?? [];
  const standsAlone = history.length === 0 && extraContext.length === 0;
  if (standsAlone && !request.rephrase) return undefined;
  const { prompt } = request;
  return {
    kbid,
    question: request.query,
    history,
    extraContext,
    standsAlone,
    prompt: (typeof prompt === 'object' ? prompt?.rephrase : undefined) ?? request.rephrase_prompt ?? undefined,
    model: request.generative_model ?? undefined,
    relevanceThreshold: request.chat_history_relevance_threshold ?? undefined,
  };
}
