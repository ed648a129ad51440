import { AppError } from '@lectern/contracts/core';
import { type Embedder, Embedders, type Generator, Generators, type Reranker, Rerankers } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { LearningConfigurations } from '../configuration/learning-configurations';

type Name = string | null | undefined;

/** A generative model as a request means it. */
export interface NamedGenerator {
  readonly generator: Generator;
  /** What it is called in answers. */
  readonly id: string;
  /** What the provider is asked for; its default when absent. */
  readonly model?: string;
}

/** Finds the models that a prediction names, or else those that its knowledge box or the deployment has chosen. */
@Injectable()
export class PredictionModels {
  constructor(
    private readonly embedders: Embedders,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
    private readonly configurations: LearningConfigurations,
  ) {}

  /** @throws AppError `invalid_request` for a name that the deployment does not have */
  async embedderFor(name: Name, kbid?: string): Promise<Embedder> {
    const id = isGiven(name) ? name : (await this.chosenBy(kbid)).semanticModels[0];
    return this.embedders.find(id) ?? refuse('embedding', id, this.embedders.list());
  }

  /** Without names the default one only. @throws AppError `invalid_request` as `embedderFor` */
  async embeddersFor(names: readonly Name[] | null | undefined, kbid?: string): Promise<readonly Embedder[]> {
    const given = [...new Set((names ?? []).filter(isGiven))];
    return Promise.all((given.length > 0 ? given : [undefined]).map((name) => this.embedderFor(name, kbid)));
  }

  /**
   * @param names in order of precedence; empty ones count as none
   * @throws AppError `invalid_request` for a name that the deployment does not have
   */
  async generatorFor(names: readonly Name[], kbid?: string): Promise<NamedGenerator> {
    const name = names.find(isGiven) ?? (await this.chosenBy(kbid)).generativeModel;
    const found = name === undefined ? this.generators.default : this.generators.find(name);
    if (found) return { generator: found, id: found.description.id };
    const { default: other } = this.generators;
    if (name === undefined || !other.description.takesOtherModels)
      return refuse('generative', name ?? '', this.generators.list());
    return { generator: other, id: name, model: name };
  }

  async rerankerFor(kbid?: string): Promise<Reranker> {
    return this.rerankers.get((await this.chosenBy(kbid)).reranker);
  }

  private async chosenBy(kbid: string | undefined) {
    return kbid === undefined ? this.configurations.deployment : this.configurations.of(kbid);
  }
}

function isGiven(name: Name): name is string {
  return name !== undefined && name !== null && name !== '';
}

function refuse(kind: string, name: string, present: readonly { readonly id: string }[]): never {
  const ids = present.map(({ id }) => id).join(', ');
  throw new AppError('invalid_request', `Unknown ${kind} model ${name}; this deployment has ${ids}`);
}
