import { invalidQuery } from '@lectern/contracts/core';
import type { AskRequest, CitationKind } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn, GeneratorInUse } from '@lectern/contracts/understanding';
import type { HydratedResults } from '../results/hydrated-retrieval';

/** What a model's context holds for each token, by the interface's own estimate. */
const CHARS_PER_TOKEN = 3;

export interface PromptMaterial extends HydratedResults {
  readonly kbid: string;
  readonly generator: GeneratorInUse;
  /** What was said before and matters, oldest first. */
  readonly history: readonly ChatTurn[];
}

/** What the model gets: the question as it was asked, and what was found for it. @throws AppError `invalid_query` */
export function answerPrompt(request: AskRequest, material: PromptMaterial): AnswerToGenerate {
  const { prompt } = request;
  return {
    kbid: material.kbid,
    question: request.query,
    context: capped(contextOf(request, material), contextTokens(request, material.generator) * CHARS_PER_TOKEN),
    history: material.history,
    system: (typeof prompt === 'object' ? prompt?.system : undefined) ?? undefined,
    user: (typeof prompt === 'string' ? prompt : prompt?.user) || undefined,
    citations: request.answer_json_schema ? 'none' : citationKind(request.citations),
    citationThreshold: request.citation_threshold ?? undefined,
    answerTokensMax:
      (typeof request.max_tokens === 'number' ? request.max_tokens : request.max_tokens?.answer) ?? undefined,
    seed: request.generative_model_seed ?? undefined,
    jsonSchema: request.answer_json_schema ?? undefined,
    preferMarkdown: request.prefer_markdown,
    model: request.generative_model ?? undefined,
  };
}

function contextOf(request: AskRequest, { ranked, resources }: PromptMaterial): AnswerToGenerate['context'] {
  const given = (request.extra_context ?? []).map((text, i) => ({ key: `USER_CONTEXT_${i}`, text }));
  const found = ranked.paragraphs.map(({ paragraph, similarity }) => ({
    key: paragraph.id,
    text: paragraph.text,
    title: resources[paragraph.rid]?.title,
    language: paragraph.language,
    similarity,
  }));
  return [...given, ...found];
}

/** Cut from the end until it fits: what was found last goes first. */
function capped(context: AnswerToGenerate['context'], charsMax: number): AnswerToGenerate['context'] {
  let left = charsMax;
  const kept: AnswerToGenerate['context'][number][] = [];
  for (const entry of context) {
    if (left <= 0) break;
    kept.push(entry.text.length <= left ? entry : { ...entry, text: entry.text.slice(0, left) });
    left -= entry.text.length;
  }
  return kept;
}

function contextTokens(request: AskRequest, { contextTokensMax }: GeneratorInUse): number {
  const wanted = typeof request.max_tokens === 'object' ? request.max_tokens?.context : undefined;
  if (wanted && wanted > contextTokensMax) {
    throw invalidQuery(
      'max_tokens.context',
      `Max context tokens is higher than the model's limit of ${contextTokensMax}`,
    );
  }
  return wanted ?? contextTokensMax;
}

function citationKind(citations: AskRequest['citations']): CitationKind {
  if (typeof citations === 'string') return citations;
  return citations ? 'default' : 'none';
}
