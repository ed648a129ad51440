import type { AnswerToGenerate, GeneratedValue, QuestionToRephrase } from '@lectern/contracts/understanding';
import type { GenerationRequest, ImageInput, RephraseRequest } from '@lectern/models';
import { chosenRequest } from '../configuration/chosen-request';
import type { NamedGenerator } from '../configuration/generative-models';
import type { ChosenGeneration } from '../configuration/learning-configurations';

/** A question with its images at hand. */
export type AnswerWithImages = Omit<AnswerToGenerate, 'images'> & { readonly images?: readonly ImageInput[] };

/** A request with what the knowledge box has chosen where the request leaves it open. */
export function configuredAnswer(
  asked: AnswerWithImages,
  chosen: ChosenGeneration,
  named: NamedGenerator,
): GenerationRequest {
  return chosenRequest({ ...asked, model: named.model }, chosen, named);
}

/** The same of a question that is to be rewritten. */
export function configuredQuestion(asked: QuestionToRephrase, { model, apiKey }: NamedGenerator): RephraseRequest {
  return { ...asked, model, apiKey };
}

/** For the end of the answer. */
export function usedOf({ id: model, customerKey }: NamedGenerator): Pick<GeneratedValue, 'model' | 'customerKey'> {
  return { model, customerKey };
}
