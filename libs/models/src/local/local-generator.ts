import { AppError } from '@lectern/contracts/core';
import {
  type Rephrased,
  quotedSentences,
  estimatedTokens,
  type Chosen,
  compose,
  readObject,
  read,
  refusalIn,
  inConversation,
  rephraseByRule,
} from '@lectern/language';
import {
  Generator,
  type GenerationChunk,
  type GenerationRequest,
  type GeneratorDescription,
  type RephraseRequest,
} from '../generator';

const QUESTION_CHARACTERS_MAX = 40_000;

/**
 * Answers with sentences of the context, or says that there is no answer. It needs no model and cannot chat: without
 * context it has no answer. It ignores prompts, seeds, sampling and images, and refuses functions and free chat.
 */
export class LocalGenerator extends Generator {
  readonly description: GeneratorDescription = {
    id: 'local',
    provider: 'local',
    languages: ['*'],
    contextTokensMax: 33_000,
    vision: false,
    followsPrompts: false,
    takesOtherModels: false,
  };

  async *generate(
    request: GenerationRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<GenerationChunk> {
    const problem = problemOf(request, this.description);
    if (problem !== undefined) throw new AppError('invalid_request', problem);
    refuseTooLong(request, this.description.contextTokensMax);
    const startMs = performance.now();
    let outputCharacters = 0;
    for (const chunk of answer(request)) {
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
      if (chunk.type === 'text') outputCharacters += chunk.text.length;
      if (chunk.type === 'status') yield metaOf(request, { startMs, outputCharacters });
      yield chunk;
    }
  }

  async rephrase(request: RephraseRequest, { signal }: { readonly signal: AbortSignal }): Promise<Rephrased> {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
    return rephraseByRule(request);
  }
}

type Chunks = globalThis.Generator<GenerationChunk, void, undefined>;

function* answer(request: GenerationRequest): Chunks {
  const { context, jsonSchema, citations } = request;
  if (jsonSchema) {
    const object = readObject(jsonSchema, context);
    yield { type: 'object', object };
    return yield { type: 'status', code: Object.keys(object).length === 0 ? '-2' : '0' };
  }
  const { question, topic } = inConversation(request.question, request.history);
  const { chosen, language } = read(question, context, { topic, answerTokensMax: request.answerTokensMax });
  if (chosen.length === 0) {
    yield { type: 'text', text: refusalIn(language) };
    return yield { type: 'status', code: '-2' };
  }
  const blockOf = (key: string) => context.findIndex((entry) => entry.key === key);
  const { pieces, ranges, quotes, footnotes } = compose(
    fitting(chosen, request.answerTokensMax),
    blockOf,
    citations === 'llm_footnotes',
  );
  for (const text of pieces) yield { type: 'text', text };
  const sentences = citations === 'none' ? [] : quotedSentences(quotes, context, language);
  if (citations === 'default') yield { type: 'citations', citations: ranges, sentences };
  if (citations === 'llm_footnotes') yield { type: 'footnote_citations', footnoteToContext: footnotes, sentences };
  yield { type: 'status', code: '0' };
}

/** As many units as an answer of that length can hold, at least one. */
function fitting(chosen: readonly Chosen[], answerTokensMax = Infinity): readonly Chosen[] {
  let left = answerTokensMax;
  return chosen.filter(({ text }, index) => {
    left -= estimatedTokens(text.length);
    return index === 0 || left >= 0;
  });
}

/** The part of the request that it cannot fulfil. */
function problemOf(request: GenerationRequest, { id }: Pick<GeneratorDescription, 'id'>): string | undefined {
  const { grounded = true, tools = [], toolChoice } = request;
  if (tools.length > 0 && toolChoice !== 'none') return `The model ${id} calls no tools; name a model that does`;
  if (!grounded) return `The model ${id} answers from context only; name another model for free chat`;
  return request.question.length > QUESTION_CHARACTERS_MAX
    ? `The model ${id} reads questions of at most ${QUESTION_CHARACTERS_MAX} characters`
    : undefined;
}

/** @throws AppError `context_too_long` */
function refuseTooLong(request: GenerationRequest, contextTokensMax: number): void {
  const tokens = Math.min(contextTokensMax, request.contextTokensMax ?? contextTokensMax);
  if (request.truncate !== false || estimatedTokens(charactersRead(request)) <= tokens) return;
  throw new AppError('context_too_long', `The request is longer than the ${tokens} tokens that the model takes`);
}

function charactersRead({ question, context }: GenerationRequest): number {
  return context.reduce((sum, { text }) => sum + text.length, question.length);
}

function metaOf(
  request: GenerationRequest,
  { startMs, outputCharacters }: { readonly startMs: number; readonly outputCharacters: number },
): GenerationChunk {
  const totalS = (performance.now() - startMs) / 1000;
  return {
    type: 'meta',
    inputTokens: estimatedTokens(charactersRead(request)),
    outputTokens: estimatedTokens(outputCharacters),
    firstChunkS: totalS,
    totalS,
    finish: 'stop',
  };
}
