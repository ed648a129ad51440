import { invalidRequest } from '@lectern/contracts/core';
import type { RetrievalRequest } from '@lectern/contracts/search';
import type { GeneratorInUse, ModelsInUse } from '@lectern/contracts/understanding';

/**
 * The model that answers a request: the one that it names, or the default.
 *
 * @throws AppError `invalid_request` when it names one that the deployment does not have
 */
export function generatorOf(
  { generative_model: name }: Pick<RetrievalRequest, 'generative_model'>,
  { generator, generators }: Pick<ModelsInUse, 'generator' | 'generators'>,
): GeneratorInUse {
  if (!name) return generator;
  const named = generators.find(({ id }) => id === name);
  if (named) return named;
  if (generator.takesOtherModels) return generator;
  const present = generators.map(({ id }) => id).join(', ');
  const msg = `Value error, unknown generative model; this deployment has ${present}`;
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'generative_model'], msg, input: name }]);
}
