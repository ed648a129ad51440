import type { SummaryPrompt, UserPrompt } from '@lectern/contracts/knowledge-box';
import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationRows } from './configuration-rows';
import { DeploymentModels } from './deployment-models';
import type { StoredKeys } from '../account-model/user-keys';

/** How a knowledge box has its texts generated. */
export interface ChosenGeneration {
  /** Name of the model that generates. */
  readonly generativeModel: string;
  /** Name of the model that sums up. */
  readonly summaryModel: string;
  /** How long summaries are that do not say it. */
  readonly summary: 'simple' | 'extended';
  /** With `{text}`; the prompt of the product when absent. */
  readonly summaryPrompt?: SummaryPrompt['prompt'];
  /** By provider. */
  readonly userPrompts: Readonly<Record<string, UserPrompt>>;
  /** By provider. Must not leave the process but to the provider. */
  readonly userKeys: StoredKeys;
  /** Whether answers are formatted as Markdown although nobody asks for it. */
  readonly preferMarkdown: boolean;
  /** Whether the account of the box has policies that block questions; absent where that was not read. */
  readonly isGuarded?: boolean;
}

/** Which models a knowledge box uses, and how. */
export interface ChosenModels extends ChosenGeneration {
  /** Names of embedding models, that of queries which name none first. */
  readonly semanticModels: readonly [string, ...string[]];
  /** Name of the model that orders texts. */
  readonly reranker: string;
}

/** A knowledge box, and the account of the caller: whose configuration it is. */
export interface ConfiguredBox {
  readonly kbid: string;
  /** Without one, as when Lectern itself asks, nothing is chosen. */
  readonly account?: string;
}

/** Choices of knowledge boxes, and the defaults of the deployment without any. */
@Injectable()
export class LearningConfigurations {
  constructor(
    private readonly rows: ConfigurationRows,
    private readonly boxes: BoxEmbeddingModels,
    private readonly models: DeploymentModels,
  ) {}

  /**
   * Read each time, so that a change counts from the next request on.
   *
   * @throws AppError `unavailable`
   */
  async of(box: ConfiguredBox): Promise<ChosenModels> {
    const place = placeOf(box);
    if (!place) return this.deployment;
    const [stored, vectorsets = []] = await Promise.all([this.rows.find(place), this.boxes.find(place)]);
    const { semantic_models: named = [], default_semantic_model: first } = stored?.choices ?? {};
    const chosen = [...new Set([...(first ? [first] : []), ...named])];
    const [main, ...others] = vectorsets.length > 0 ? vectorsets : chosen;
    const semanticModels = main === undefined ? this.deployment.semanticModels : ([main, ...others] as const);
    return { ...this.deployment, ...this.generation(stored), semanticModels };
  }

  /** The same without embedding models, which only the knowledge-box service knows. */
  async generationOf(box: ConfiguredBox): Promise<ChosenGeneration> {
    const place = placeOf(box);
    if (!place) return this.generation(undefined);
    const { stored, isGuarded } = await this.rows.findGuarded(place);
    return { ...this.generation(stored), isGuarded };
  }

  /** Defaults without a choice. */
  get deployment(): ChosenModels {
    const { available, reranker } = this.models;
    return { ...this.generation(undefined), semanticModels: [available.defaultEmbedder], reranker };
  }

  private generation(stored: Awaited<ReturnType<ConfigurationRows['find']>>): ChosenGeneration {
    const { choices = {}, keys = {} } = stored ?? {};
    const generativeModel = choices.generative_model ?? this.models.available.defaultGenerator;
    return {
      generativeModel,
      summaryModel: choices.summary_model ?? generativeModel,
      summary: choices.summary ?? 'simple',
      summaryPrompt: choices.summary_prompt?.prompt,
      userPrompts: choices.user_prompts ?? {},
      userKeys: keys,
      preferMarkdown: choices.prefer_markdown_generative_response ?? false,
    };
  }
}

function placeOf({ kbid, account }: ConfiguredBox): OwnedConfiguration | undefined {
  return account === undefined ? undefined : { account, kbid };
}
