import { UsageMeter } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { type Asker, GenerativeModels, type NamedGenerator } from '../configuration/generative-models';
import type { ChosenGeneration } from '../configuration/learning-configurations';
import { MeteredGenerator } from './metered-generator';

/** Finds generative models for callers. */
export abstract class FoundModels {
  /** As `GenerativeModels.find`. */
  abstract find(name: string, asker: Asker, chosen: ChosenGeneration): Promise<NamedGenerator | undefined>;
}

/** The same models, whose tokens are counted for the account of the caller. */
@Injectable()
export class MeteredModels extends FoundModels {
  constructor(
    private readonly models: GenerativeModels,
    private readonly meter: UsageMeter,
  ) {
    super();
  }

  async find(name: string, asker: Asker, chosen: ChosenGeneration): Promise<NamedGenerator | undefined> {
    const found = await this.models.find(name, asker, chosen);
    if (!found) return undefined;
    const { id: model, customerKey, generator } = found;
    return { ...found, generator: new MeteredGenerator(generator, this.meter, { ...asker, model, customerKey }) };
  }
}
