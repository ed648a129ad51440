import type { AnswerToGenerate, QuestionToRephrase } from '@lectern/contracts/understanding';
import type { GenerationRequest, Generator, Generators, RephraseRequest } from '@lectern/models';
import { providerOf } from '../configuration/available-models';
import type { ChosenGeneration } from '../configuration/learning-configurations';

/** What a model is asked, and the model. */
export interface Configured<T> {
  readonly generator: Generator;
  readonly request: T;
  /** Name of the model. */
  readonly model: string;
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
  return { generator, request, model };
}

/** The same of a question that is to be rewritten. */
export function configuredQuestion(
  asked: QuestionToRephrase,
  chosen: ChosenGeneration,
  generators: Generators,
): Configured<RephraseRequest> {
  const { generator, model, apiKey } = modelOf(asked, chosen, generators);
  return { generator, request: { ...asked, model, apiKey }, model };
}

function modelOf(
  { model = '' }: { readonly model?: string },
  { generativeModel, userKeys }: ChosenGeneration,
  generators: Generators,
) {
  const name = model || generativeModel;
  return { generator: generators.for(name), model: name, apiKey: userKeys.openai_compat?.key };
}
