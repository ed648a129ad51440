import { invalidQuery } from '@lectern/contracts/core';
import { type AskRequest, type CitationKind, effortOf } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn, ContextImage, GeneratorInUse } from '@lectern/contracts/understanding';
import type { ContextEntry } from './context/context-entry';

export interface PromptMaterial {
  readonly kbid: string;
  readonly entries: readonly ContextEntry[];
  readonly images: readonly ContextImage[];
  /** Semantic similarity of entries to the question, by key; undefined where unknown. */
  readonly similarities?: ReadonlyMap<string, number | undefined>;
  /** Relevant earlier messages, oldest first. */
  readonly history: readonly ChatTurn[];
}

/** The model's input: the original question and the context found for it. */
export function answerPrompt(request: AskRequest, material: PromptMaterial): AnswerToGenerate {
  const { prompt } = request;
  return {
    kbid: material.kbid,
    question: request.query,
    context: material.entries.map(({ key, text, title, language }) => {
      return { key, text, title, language, similarity: material.similarities?.get(key) };
    }),
    ...(material.images.length > 0 && { images: material.images }),
    history: material.history,
    system: (typeof prompt === 'object' ? prompt?.system : undefined) ?? undefined,
    user: (typeof prompt === 'string' ? prompt : prompt?.user) || undefined,
    citations: request.answer_json_schema ? 'none' : citationKind(request.citations),
    citationThreshold: request.citation_threshold ?? undefined,
    answerTokensMax: answerTokens(request),
    seed: request.generative_model_seed ?? undefined,
    jsonSchema: request.answer_json_schema ?? undefined,
    preferMarkdown: request.prefer_markdown,
    reasoning: effortOf(request.reasoning),
    model: request.generative_model ?? undefined,
  };
}

/** Context tokens that the request wants. @throws AppError `invalid_query` if that exceeds the model's limit */
export function wantedTokens(request: AskRequest, { contextTokensMax }: GeneratorInUse): number | undefined {
  const wanted = typeof request.max_tokens === 'object' ? request.max_tokens?.context : undefined;
  if (wanted && wanted > contextTokensMax) {
    throw invalidQuery(
      'max_tokens.context',
      `Max context tokens is higher than the model's limit of ${contextTokensMax}`,
    );
  }
  return wanted ?? undefined;
}

/** Token limit of the answer; the model's own limit when absent. */
export function answerTokens({ max_tokens: bounds }: AskRequest): number | undefined {
  return (typeof bounds === 'number' ? bounds : bounds?.answer) ?? undefined;
}

function citationKind(citations: AskRequest['citations']): CitationKind {
  if (typeof citations === 'string') return citations;
  return citations ? 'default' : 'none';
}
