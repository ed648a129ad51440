import type { AnswerToGenerate, GeneratedValue, QuestionToRephrase } from '@lectern/contracts/understanding';
import type { GenerationRequest, Generator, Generators, RephraseRequest } from '@lectern/models';
import { chosenRequest, keyFor } from '../configuration/chosen-request';
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
  const { generator, model, used } = modelOf(asked, chosen, generators);
  return { generator, request: chosenRequest({ ...asked, model }, chosen, generator.description), used };
}

/** The same of a question that is to be rewritten. */
export function configuredQuestion(
  asked: QuestionToRephrase,
  chosen: ChosenGeneration,
  generators: Generators,
): Configured<RephraseRequest> {
  const { generator, model, apiKey, used } = modelOf(asked, chosen, generators);
  return { generator, request: { ...asked, model, apiKey }, used };
}

function modelOf({ model: named }: { readonly model?: string }, chosen: ChosenGeneration, generators: Generators) {
  const model = named || chosen.generativeModel;
  const generator = generators.for(model);
  const apiKey = keyFor(chosen, generator.description);
  return { generator, model, apiKey, used: { model, customerKey: apiKey !== undefined } };
}
