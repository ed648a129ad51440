import type { AskRequest, QueryImage } from '@lectern/contracts/search';
import type { ChatTurn, QuestionImage, QuestionToRephrase } from '@lectern/contracts/understanding';

/** Earlier messages, oldest first. */
export function chatHistory({ chat_history: history, context }: AskRequest): ChatTurn[] {
  const messages = history ?? context ?? [];
  return messages.map(({ author, text }) => ({ author: author === 'SVC' ? 'ASSISTANT' : 'USER', text }));
}

/** The question to rewrite before retrieval; undefined when the question is used unchanged. */
export function questionToRephrase(kbid: string, request: AskRequest): QuestionToRephrase | undefined {
  const history = chatHistory(request);
  const extraContext = request.extra_context ?? [];
  const standsAlone = history.length === 0 && extraContext.length === 0;
  const { query_image: image } = request;
  if (standsAlone && !request.rephrase && !image) return undefined;
  const { prompt } = request;
  return {
    kbid,
    question: request.query,
    history,
    extraContext,
    standsAlone,
    ...(image && { images: [imageOf(image)] }),
    prompt: (typeof prompt === 'object' ? prompt?.rephrase : undefined) ?? request.rephrase_prompt ?? undefined,
    model: request.generative_model ?? undefined,
    relevanceThreshold: request.chat_history_relevance_threshold ?? undefined,
  };
}

/** Converts an image of a request to the form that models receive. */
export function imageOf({ content_type: contentType, b64encoded: base64 }: QueryImage): QuestionImage {
  return { contentType, base64 };
}
