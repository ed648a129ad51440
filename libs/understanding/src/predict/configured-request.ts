import type { AnswerToGenerate, GeneratedValue, QuestionToRephrase } from '@lectern/contracts/understanding';
import type { GenerationRequest, Generator, Generators, RephraseRequest } from '@lectern/models';
import { providerOf } from '../configuration/available-models';
import type { ChosenGeneration } from '../configuration/learning-configurations';

/** What a model is asked, and the model. */
export interface Configured<T> {
  readonly generator: Generator;
  readonly request: T;
  /** For the end of the answer. */
  readonly used: Pick<GeneratedValue, 'model' | 'customerKey'>;
}

/**
 * A request with what the knowledge box has chosen where the request leaves it open.
 *
 * @throws AppError `unavailable` when the model is not here any more
 */
export function configuredAnswer(
  asked: AnswerToGenerate,
  chosen: ChosenGeneration,
  generators: Generators,
): Configured<GenerationRequest> {
  const { generator, model, apiKey } = modelOf(asked, chosen, generators);
  const prompts = chosen.userPrompts[providerOf(generator.description)];
  const request = {
    ...{ ...asked, model, apiKey },
    system: asked.system ?? (prompts?.system || undefined),
    user: asked.user ?? (prompts?.prompt || undefined),
    preferMarkdown: asked.preferMarkdown === true || chosen.preferMarkdown,
  };
  return { generator, request, used: { model, customerKey: apiKey !== undefined } };
}

/** The same of a question that is to be rewritten. */
export function configuredQuestion(
  asked: QuestionToRephrase,
  chosen: ChosenGeneration,
  generators: Generators,
): Configured<RephraseRequest> {
  const { generator, model, apiKey } = modelOf(asked, chosen, generators);
  return { generator, request: { ...asked, model, apiKey }, used: { model, customerKey: apiKey !== undefined } };
}

function modelOf(
  { model: named }: { readonly model?: string },
  { generativeModel, userKeys }: ChosenGeneration,
  generators: Generators,
) {
  const model = named || generativeModel;
  const generator = generators.for(model);
  const takesKey = providerOf(generator.description) === 'openai_compat';
  return { generator, model, apiKey: takesKey ? userKeys.openai_compat?.key : undefined };
}
