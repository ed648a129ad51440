import { AppError } from '@lectern/contracts/core';
import { effortCodes, type StrategyModel } from '@lectern/contracts/understanding';
import type { GenerationRequest } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import type { NamedGenerator } from '../configuration/generative-models';
import type { ConfiguredBox } from '../configuration/learning-configurations';
import { PredictionModels } from '../prediction/prediction-models';
import type { Asker } from './strategy-keys';
import type { StoredStrategy } from './strategy-rows';

/** A model with the settings of a strategy. */
export interface AskedModel extends NamedGenerator {
  readonly reasoning?: GenerationRequest['reasoning'];
}

/** Capabilities that a strategy needs of its model. */
export type Ability = 'images' | 'prompts';

/** Finds the models for strategies. */
@Injectable()
export class StrategyModels {
  constructor(private readonly models: PredictionModels) {}

  /**
   * The model named by the strategy, or else by its request, or else by its knowledge box.
   *
   * @throws AppError `invalid_request` when it does not exist, or lacks a capability
   */
  async find(
    { config, keys }: StoredStrategy<object>,
    asker: Asker,
    { box, needs, model }: { readonly box: ConfiguredBox; readonly needs: Ability; readonly model?: string },
  ): Promise<AskedModel> {
    const block: unknown = Reflect.get(config, asker);
    // Of a validated class.
    const { llm } = (block ?? {}) as { readonly llm?: StrategyModel | null };
    const named = await this.models.generatorFor([llm?.generative_model, model], box);
    const { description } = named.generator;
    if (needs === 'images' && !description.vision)
      throw new AppError('invalid_request', `the model ${named.id} reads no images`);
    if (!description.followsPrompts) throw new AppError('invalid_request', `the model ${named.id} follows no prompts`);
    // For the deployment's server only: a customer's server has its own key.
    const isServer = description.provider === 'openai_compat' && description.takesOtherModels;
    const own = isServer ? keys[asker]?.['openai_compat']?.key : undefined;
    const customerKey = named.customerKey || own !== undefined;
    return { ...named, apiKey: own ?? named.apiKey, customerKey, reasoning: effortOf(llm) };
  }
}

function effortOf(llm: StrategyModel | null | undefined): AskedModel['reasoning'] {
  const effort = llm?.reasoning_config?.effort ?? undefined;
  return typeof effort === 'number' ? effortCodes[effort] : effort;
}
