import { type AskRequest, type CitationKind, effortOf } from '@lectern/contracts/search';
import type { AnswerToGenerate, ChatTurn, ContextImage, GeneratorInUse } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { ZoneModels } from '../models/zone-models';
import type { AskCall } from './ask-call';
import { imageOf } from './rephrasing';
import { refuseUnfit } from './ask-refusals';
import type { AskFindings } from './ask-retrieval';
import { AskContext, type AskContextBuilt } from './context/ask-context';
import { CONTEXT_PICTURES_MAX, PICTURES_DEFAULT } from './context/context-pictures';
import { contextTokens, type ContextEntry } from './context/context-entry';
import { invalidQuery } from '@lectern/contracts/core';

/** Approximate token cost of an image. */
const TOKENS_PER_IMAGE = 1_500;

/** The model's input and how it was built. */
export interface PreparedPrompt extends Pick<AskContextBuilt, 'entries' | 'images'> {
  readonly prompt: AnswerToGenerate;
  readonly generator: GeneratorInUse;
  /** The results, with a warning for each skipped strategy. */
  readonly findings: AskFindings;
}

/** Builds the model's input from the results. */
@Injectable()
export class AskPrompts {
  constructor(
    private readonly models: ZoneModels,
    private readonly context: AskContext,
  ) {}

  /**
   * The model that answers.
   *
   * @throws AppError `invalid_request` when the requested model does not exist or lacks a requested capability;
   *   `invalid_query` when it wants more context than the model takes
   */
  async generatorOf(call: AskCall): Promise<GeneratorInUse> {
    const generator = await this.models.answering(call.request, call);
    wantedTokens(call.request, generator);
    refuseUnfit(call.request, generator);
    return generator;
  }

  /** @throws AppError `cancelled` */
  async prepare(
    call: AskCall,
    findings: AskFindings,
    { history, generator }: { readonly history: readonly ChatTurn[]; readonly generator: GeneratorInUse },
  ): Promise<PreparedPrompt> {
    const startedAtMs = performance.now();
    const { kbid, request } = call;
    const room = { tokensMax: tokensFor(request, history, generator), vision: generator.vision };
    const { entries, skipped, timings, ...built } = await this.context.build(withoutOtherImages(call), findings, room);
    const images = [...questionImages(request), ...built.images];
    const warnings = skipped.map((name) => `${name} was skipped: what it needs could not be read`);
    const results = { ...findings.results };
    if (warnings.length > 0) results.warnings = [...(results.warnings ?? []), ...warnings];
    return {
      entries,
      images,
      generator,
      prompt: answerPrompt(request, { kbid, history, entries, images, similarities: similaritiesOf(findings) }),
      findings: {
        ...findings,
        results,
        timings: { ...findings.timings, ...timings, context: performance.now() - startedAtMs },
      },
    };
  }
}

function similaritiesOf({ matches }: AskFindings): ReadonlyMap<string, number | undefined> {
  return new Map(matches.map(({ paragraph, similarity }) => [paragraph.id, similarity]));
}

/** An image in the question replaces all other images. */
function withoutOtherImages(call: AskCall): AskCall {
  const { request } = call;
  if (!request.query_image) return call;
  return { ...call, request: { ...request, extra_context_images: undefined, rag_images_strategies: [] } };
}

function questionImages({ query_image: image }: AskRequest): readonly ContextImage[] {
  return image ? [{ key: 'QUERY_IMAGE', ...imageOf(image) }] : [];
}

function tokensFor(request: AskRequest, history: readonly ChatTurn[], generator: GeneratorInUse): number {
  const { prompt, query } = request;
  const prompts = typeof prompt === 'object' && prompt ? [prompt.system ?? '', prompt.user ?? ''] : [prompt ?? ''];
  const schema = request.answer_json_schema ? JSON.stringify(request.answer_json_schema) : '';
  const images = generator.vision ? imagesAtMost(request) * TOKENS_PER_IMAGE : 0;
  return contextTokens({
    modelTokensMax: Math.max(generator.contextTokensMax - images, Math.ceil(generator.contextTokensMax / 2)),
    wanted: wantedTokens(request, generator),
    answerTokensMax: answerTokens(request),
    others: [query, schema, ...prompts, ...history.map(({ text }) => text)],
  });
}

function imagesAtMost(request: AskRequest): number {
  if (request.query_image) return 1;
  const found = request.rag_images_strategies.map(
    (one) => ('count' in one ? one.count : undefined) ?? PICTURES_DEFAULT,
  );
  const all = found.reduce((sum, count) => sum + count, request.extra_context_images?.length ?? 0);
  return Math.min(all, CONTEXT_PICTURES_MAX);
}

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
