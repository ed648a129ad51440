import { AppError, type Principal } from '@lectern/contracts/core';
import { type Embedder, Embedders, type Generator, Generators, type Reranker, Rerankers } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { keyFor } from '../configuration/chosen-request';
import {
  type ChosenGeneration,
  type ConfiguredBox,
  LearningConfigurations,
} from '../configuration/learning-configurations';

type Name = string | null | undefined;

/** A generative model as a request means it. */
export interface NamedGenerator {
  readonly generator: Generator;
  /** What it is called in answers. */
  readonly id: string;
  /** What the provider is asked for; its default when absent. */
  readonly model?: string;
  /** Key of the knowledge box, sent instead of that of the deployment. */
  readonly apiKey?: string;
  /** What the knowledge box has chosen, if it is for one. */
  readonly chosen?: ChosenGeneration;
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
  async embedderFor(name: Name, box?: ConfiguredBox): Promise<Embedder> {
    const id = isGiven(name) ? name : (await this.chosenBy(box)).semanticModels[0];
    return this.embedders.find(id) ?? refuse('embedding', id, this.embedders.list());
  }

  /** Without names the default one only. @throws AppError `invalid_request` as `embedderFor` */
  async embeddersFor(names: readonly Name[] | null | undefined, box?: ConfiguredBox): Promise<readonly Embedder[]> {
    const given = [...new Set((names ?? []).filter(isGiven))];
    return Promise.all((given.length > 0 ? given : [undefined]).map((name) => this.embedderFor(name, box)));
  }

  /**
   * @param names in order of precedence; empty ones count as none
   * @throws AppError `invalid_request` for a name that the deployment does not have
   */
  async generatorFor(names: readonly Name[], box?: ConfiguredBox): Promise<NamedGenerator> {
    const chosen = await this.generationBy(box);
    return { ...this.named([...names, chosen.generativeModel], chosen), ...(box && { chosen }) };
  }

  /** What sums up, and how the box wants it done. @throws AppError `invalid_request` as `generatorFor` */
  async summarizerFor(
    names: readonly Name[],
    box?: ConfiguredBox,
  ): Promise<{ readonly named: NamedGenerator; readonly chosen: ChosenGeneration }> {
    const chosen = await this.generationBy(box);
    return { named: this.named([...names, chosen.summaryModel], chosen), chosen };
  }

  async rerankerFor(box?: ConfiguredBox): Promise<Reranker> {
    return this.rerankers.get((await this.chosenBy(box)).reranker);
  }

  private named(names: readonly Name[], chosen: ChosenGeneration): NamedGenerator {
    const name = names.find(isGiven) ?? this.generators.defaultId;
    const found = this.generators.find(name);
    const generator = found ?? this.generators.default;
    if (!found && !generator.description.takesOtherModels) return refuse('generative', name, this.generators.list());
    return {
      ...{ generator, id: name },
      ...(!found && { model: name }),
      apiKey: keyFor(chosen, generator.description),
    };
  }

  private async chosenBy(box: ConfiguredBox | undefined) {
    return box ? this.configurations.of(box) : this.configurations.deployment;
  }

  private async generationBy(box: ConfiguredBox | undefined): Promise<ChosenGeneration> {
    return box ? this.configurations.generationOf(box) : this.configurations.deployment;
  }
}

/** The knowledge box that a request is for. */
export function boxOf({
  params,
  principal,
}: {
  readonly params: { readonly kbid: string };
  readonly principal: Principal;
}): ConfiguredBox {
  return { kbid: params.kbid, account: principal.account };
}

function isGiven(name: Name): name is string {
  return name !== undefined && name !== null && name !== '';
}

function refuse(kind: string, name: string, present: readonly { readonly id: string }[]): never {
  const ids = present.map(({ id }) => id).join(', ');
  throw new AppError('invalid_request', `Unknown ${kind} model ${name}; this deployment has ${ids}`);
}
