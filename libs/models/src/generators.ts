import { AppError } from '@lectern/contracts/core';
import type { Generator, GeneratorDescription } from './generator';
import { ModelRegistry } from './model-registry';

/** The available generators, by id. */
export class Generators extends ModelRegistry<GeneratorDescription, Generator> {
  /**
   * The generator named by a request, or the default, which also accepts names of models that only its provider knows.
   *
   * @throws AppError `unavailable` when the named one is not available
   */
  for(model: string | undefined): Generator {
    const named = model === undefined ? undefined : this.find(model);
    if (named) return named;
    if (model === undefined || this.default.description.takesOtherModels) return this.default;
    throw new AppError('unavailable', `The generative model ${model} is not available`);
  }
}
