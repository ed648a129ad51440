import { Bus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import {
  rephraseQuestion,
  type ChatTurn,
  type QuestionImage,
  type QuestionToRephrase,
} from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import type { Rephrased } from '@lectern/activity';
import type { AskCall } from './ask-call';
import type { AskRequest, QueryImage } from '@lectern/contracts/search';

const LACKS_CONTEXT = 'Unable to rephrase the query with the provided context.';

/** Rewrites a question from a conversation so that it stands alone. */
@Injectable()
export class Rephrasing {
  constructor(
    private readonly bus: Bus,
    private readonly degradation: Degradation,
  ) {}

  /**
   * @throws AppError `rephrase_failed` because searching the unrewritten question would give wrong results;
   *   `invalid_query` when the request asks for rewriting and the question refers to something that is never named;
   *   `cancelled`
   */
  async rephrase(call: Omit<AskCall, 'recording'>): Promise<Rephrased> {
    const question = call.pinned ?? (await this.rewritten(call));
    call.observer?.rephrased(question);
    return question;
  }

  private async rewritten({
    kbid,
    request,
    principal,
    signal,
    requestId,
  }: Omit<AskCall, 'recording'>): Promise<Rephrased> {
    const body = questionToRephrase(kbid, request);
    if (!body) return { history: [] };
    const options = { principal, signal, requestId };
    const { question, usedHistory, lacksContext } = await this.bus
      .request(rephraseQuestion, { body }, options)
      .catch((error: unknown) => this.fail(error, signal));
    if (!lacksContext) return { rephrased: question, history: usedHistory ? body.history : [] };
    if (request.rephrase) throw new AppError('invalid_query', LACKS_CONTEXT);
    return { history: body.history };
  }

  private fail(error: unknown, signal: AbortSignal): never {
    if (signal.aborted) throw error;
    this.degradation.report('rephrasing', error);
    const reason = error instanceof AppError ? error.message : 'unknown';
    const text = `Temporary error while rephrasing the query. Please try again later. Error: ${reason}`;
    throw new AppError('rephrase_failed', text, {}, { cause: error });
  }
}

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
