import type { GenerationRequest, GeneratorDescription, RephraseRequest } from '@lectern/models';
import { countTokens } from '@lectern/text';
import type { NeededTokens } from '@lectern/usage';

/** Tokens of an answer when its request names no limit: the least maximum that current models have. */
const ANSWER_TOKENS_MAX = 4_096;
/** With fewer, an answer is not worth its prompt. */
const ANSWER_TOKENS_LEAST = 16;
/** Of a question that was rewritten. */
const REPHRASED_TOKENS_MAX = 512;

/** Estimate of what a model reads and may write. */
export interface ExpectedTokens extends NeededTokens {
  /** Of the prompt. */
  readonly input: number;
}

/** Most tokens of an answer that are taken for it. */
export function answerTokensOf({ answerTokensMax = ANSWER_TOKENS_MAX }: GenerationRequest): number {
  return answerTokensMax;
}

/** For an answer: instructions that generators add themselves are not in it. */
export function tokensForAnswer(
  request: GenerationRequest,
  description: Pick<GeneratorDescription, 'contextTokensMax'>,
): ExpectedTokens {
  const { question, context, history, system = '', user = '', contextTokensMax } = request;
  const texts = [system, user, question, ...history.map(({ text }) => text), ...context.map(({ text }) => text)];
  const inputMax = Math.min(contextTokensMax ?? Infinity, description.contextTokensMax);
  return expected(countTokens(texts.join('\n'), inputMax), { inputMax, outputMax: answerTokensOf(request) });
}

/** For a question that is rewritten. */
export function tokensForRephrasing(
  { question, history, extraContext, prompt = '' }: RephraseRequest,
  { contextTokensMax: inputMax }: Pick<GeneratorDescription, 'contextTokensMax'>,
): ExpectedTokens {
  const texts = [prompt, question, ...history.map(({ text }) => text), ...extraContext];
  return expected(countTokens(texts.join('\n'), inputMax), { inputMax, outputMax: REPHRASED_TOKENS_MAX });
}

function expected(
  counted: number,
  { inputMax, outputMax }: { readonly inputMax: number; readonly outputMax: number },
): ExpectedTokens {
  const input = Math.min(counted, inputMax);
  return { input, least: input + Math.min(outputMax, ANSWER_TOKENS_LEAST), most: input + outputMax };
}
