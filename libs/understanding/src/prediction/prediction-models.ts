import { AppError, type Principal } from '@lectern/contracts/core';
import { type Embedder, Generators, type Reranker, Rerankers } from '@lectern/models';
import type { EmbedderInUse, EmbeddingBox, TextsToEmbed } from '@lectern/contracts/understanding';
import { Inject, Injectable } from '@nestjs/common';
import { EmbeddingModelFinder } from '../configuration/embedding-model-finder';
import type { StoredKeys } from '../account-model/user-keys';
import type { Asker, NamedGenerator } from '../configuration/generative-models';
import {
  type ChosenGeneration,
  type ConfiguredBox,
  LearningConfigurations,
} from '../configuration/learning-configurations';
import { MeteredModels } from './metered-models';

type Name = string | null | undefined;

export interface NamedGeneration {
  readonly named: NamedGenerator;
  readonly chosen: ChosenGeneration;
}

/** Finds the models named in a prediction, or else those chosen by its knowledge box or the deployment. */
@Injectable()
export class PredictionModels {
  constructor(
    private readonly embedding: EmbeddingModelFinder,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
    @Inject(MeteredModels) private readonly generative: Pick<MeteredModels, 'find'>,
    private readonly configurations: LearningConfigurations,
  ) {}

  /** @throws AppError `invalid_request` for a name that the deployment does not have */
  async embedderFor(name: Name, box?: ConfiguredBox): Promise<Embedder> {
    const here = isNamed(name) ? this.embedding.find(name, {}) : undefined;
    if (here) return here;
    const chosen = await this.chosenBy(box);
    const id = isNamed(name) ? name : chosen.semanticModels[0];
    const found = this.embedding.find(id, chosen.userKeys);
    if (!found) throw new AppError('invalid_request', this.embedding.problemWith(id));
    return found;
  }

  /** Without names, all models chosen by the box. @throws AppError `unavailable` for a missing model */
  async chosenEmbedders(
    names: readonly string[] | null | undefined,
    box?: ConfiguredBox,
  ): Promise<readonly Embedder[]> {
    const { semanticModels, userKeys } = await this.chosenBy(box);
    const ids = [...new Set(names?.length ? names : semanticModels)];
    return ids.map((id) => this.embedding.get(id, userKeys));
  }

  /** For a knowledge box in this zone and any caller. @throws AppError `unavailable` when the model does not exist */
  async embedderOf(named: Pick<TextsToEmbed, 'kbid' | 'model'>): Promise<Embedder> {
    return this.embedding.of(named);
  }

  /** Models for which a knowledge box has keys. */
  async ownEmbedders(box: EmbeddingBox): Promise<readonly EmbedderInUse[]> {
    return this.embedding.listOwn(box);
  }

  /** Without names, only the default. @throws AppError `invalid_request` as `embedderFor` */
  async embeddersFor(names: readonly Name[] | null | undefined, box?: ConfiguredBox): Promise<readonly Embedder[]> {
    const given = [...new Set((names ?? []).filter(isNamed))];
    return Promise.all((given.length > 0 ? given : [undefined]).map((name) => this.embedderFor(name, box)));
  }

  /**
   * @param names in order of precedence; empty names are ignored
   * @param own keys by provider that take precedence over those of the box
   * @throws AppError `invalid_request` for a name that the deployment does not have
   */
  async generatorFor(names: readonly Name[], asker: Asker, own: StoredKeys = {}): Promise<NamedGenerator> {
    const chosen = await this.generationBy(asker);
    const userKeys = { ...chosen.userKeys, ...own };
    return this.named([...names, chosen.generativeModel], asker, { ...chosen, userKeys });
  }

  /** The same with the options of the box. @throws AppError as `generatorFor` */
  async generationFor(names: readonly Name[], asker: Asker): Promise<NamedGeneration> {
    const chosen = await this.generationBy(asker);
    return { named: await this.named([...names, chosen.generativeModel], asker, chosen), chosen };
  }

  /** Model for summaries, with the settings of the box. @throws AppError `invalid_request` as `generatorFor` */
  async summarizerFor(names: readonly Name[], asker: Asker): Promise<NamedGeneration> {
    const chosen = await this.generationBy(asker);
    return { named: await this.named([...names, chosen.summaryModel], asker, chosen), chosen };
  }

  async rerankerFor(box?: ConfiguredBox): Promise<Reranker> {
    return this.rerankers.get((await this.chosenBy(box)).reranker);
  }

  private async named(names: readonly Name[], asker: Asker, chosen: ChosenGeneration): Promise<NamedGenerator> {
    const name = names.find(isNamed) ?? this.generators.defaultId;
    const found = await this.generative.find(name, asker, chosen);
    return found ?? refuse('generative', name, this.generators.list());
  }

  private async chosenBy(box: ConfiguredBox | undefined) {
    return box ? this.configurations.of(box) : this.configurations.deployment;
  }

  private async generationBy({ kbid, account }: Asker): Promise<ChosenGeneration> {
    return kbid === undefined ? this.configurations.deployment : this.configurations.generationOf({ kbid, account });
  }
}

/** The caller, without a knowledge box. */
export function askerOf({ principal }: { readonly principal: Principal }): Asker {
  const { account, kind, id } = principal;
  return { account, ...(kind === 'nua' && { nuaClient: id }) };
}

/** The caller and the knowledge box of a request, if it names one. */
export function boxOf(request: {
  readonly params: { readonly kbid: string };
  readonly principal: Principal;
}): ConfiguredBox & Asker;
export function boxOf(request: { readonly params: { readonly kbid?: string }; readonly principal: Principal }): Asker;
export function boxOf({
  params: { kbid },
  principal,
}: {
  readonly params: { readonly kbid?: string };
  readonly principal: Principal;
}): Asker {
  return { ...askerOf({ principal }), kbid };
}

/** The knowledge box of a caller's request. */
export function boxOfAsker({ kbid, account }: Asker): ConfiguredBox | undefined {
  return kbid === undefined ? undefined : { kbid, account };
}

function isNamed(name: Name): name is string {
  return name !== undefined && name !== null && name !== '';
}

function refuse(kind: string, name: string, present: readonly { readonly id: string }[]): never {
  const ids = present.map(({ id }) => id).join(', ');
  throw new AppError('invalid_request', `Unknown ${kind} model ${name}; this deployment has ${ids}`);
}
