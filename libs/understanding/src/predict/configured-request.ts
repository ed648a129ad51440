import type { AnswerToGenerate, GeneratedValue, QuestionToRephrase } from '@lectern/contracts/understanding';
import type { GenerationRequest, ImageInput, RephraseRequest } from '@lectern/models';
import { chosenRequest } from '../configuration/chosen-request';
import type { NamedGenerator } from '../configuration/generative-models';
import type { ChosenGeneration } from '../configuration/learning-configurations';

/** A question with its images loaded. */
export type AnswerWithImages = Omit<AnswerToGenerate, 'images'> & { readonly images?: readonly ImageInput[] };

/** Completes a request with the choices of the knowledge box. */
export function configuredAnswer(
  asked: AnswerWithImages,
  chosen: ChosenGeneration,
  named: NamedGenerator,
): GenerationRequest {
  return chosenRequest({ ...asked, model: named.model }, chosen, named);
}

/** The same for a question to rewrite. */
export function configuredQuestion(asked: QuestionToRephrase, { model, apiKey }: NamedGenerator): RephraseRequest {
  return { ...asked, model, apiKey };
}

/** The model data in the last value of an answer. */
export function usedOf({ id: model, customerKey }: NamedGenerator): Pick<GeneratedValue, 'model' | 'customerKey'> {
  return { model, customerKey };
}
