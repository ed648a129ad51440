import type { RetrievalRequest } from '@lectern/contracts/search';
import type { GeneratorInUse, ModelsInUse } from '@lectern/contracts/understanding';

/**
 * The model that answers a request: the one it names, or the default. Undefined when the deployment does not list the
 * named model.
 */
export function listedGenerator(
  { generative_model: name }: Pick<RetrievalRequest, 'generative_model'>,
  { generator, generators }: Pick<ModelsInUse, 'generator' | 'generators'>,
): GeneratorInUse | undefined {
  return name ? generators.find(({ id }) => id === name) : generator;
}
