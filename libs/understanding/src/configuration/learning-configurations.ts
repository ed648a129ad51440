import { Embedders, Generators, Rerankers } from '@lectern/models';
import { Injectable } from '@nestjs/common';

/** Which models a knowledge box uses. */
export interface ChosenModels {
  /** Name of the model that generates; the default of the deployment when absent. */
  readonly generativeModel?: string;
  /** Names of embedding models, that of queries which name none first; at least one. */
  readonly semanticModels: readonly string[];
  /** Name of the model that orders texts. */
  readonly reranker: string;
}

/** What knowledge boxes have chosen. In this version every box uses the models of the deployment. */
@Injectable()
export class LearningConfigurations {
  constructor(
    private readonly embedders: Embedders,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
  ) {}

  async of(_kbid: string): Promise<ChosenModels> {
    return this.deployment;
  }

  /** What those use who have chosen nothing. */
  get deployment(): ChosenModels {
    return {
      generativeModel: this.generators.defaultId,
      semanticModels: [this.embedders.defaultId],
      reranker: this.rerankers.defaultId,
    };
  }
}
