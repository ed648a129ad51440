import { UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { type Asker, GenerativeModels, type NamedGenerator } from '../configuration/generative-models';
import type { ChosenGeneration } from '../configuration/learning-configurations';
import { meteredGenerator } from './metered-generator';

/** Finds generative models; their tokens are counted for the account of the caller. */
@Injectable()
export class MeteredModels {
  constructor(
    private readonly models: GenerativeModels,
    readonly meter: UsageMeter,
    readonly quota: UsageQuota,
  ) {}

  /** As `GenerativeModels.find`. */
  async find(name: string, asker: Asker, chosen: ChosenGeneration): Promise<NamedGenerator | undefined> {
    const found = await this.models.find(name, asker, chosen);
    if (!found) return undefined;
    const { id: model, customerKey, generator } = found;
    return { ...found, generator: meteredGenerator(generator, this, { ...asker, model, customerKey }) };
  }
}
