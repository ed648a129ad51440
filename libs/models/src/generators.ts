import { AppError } from '@lectern/contracts/core';
import type { Generator, GeneratorDescription } from './generator';
import { ModelRegistry } from './model-registry';

/** The generators that can be used here, by id. */
export class Generators extends ModelRegistry<GeneratorDescription, Generator> {
  /**
   * The generator for a request: the one that it names, or the default, which also takes the names of models that only
   * its provider knows.
   *
   * @throws AppError `unavailable` when it names none that is here
   */
  for(model: string | undefined): Generator {
    const named = model === undefined ? undefined : this.find(model);
    if (named) return named;
    if (model === undefined || this.default.description.takesOtherModels) return this.default;
    throw new AppError('unavailable', `The generative model ${model} is not available`);
  }
}
