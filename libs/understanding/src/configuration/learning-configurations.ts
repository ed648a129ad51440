import type { SummaryPrompt, UserPrompt } from '@lectern/contracts/knowledge-box';
import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationRows } from './configuration-rows';
import { DeploymentModels } from './deployment-models';
import type { StoredKeys } from '../account-model/user-keys';

/** The choices of a knowledge box for generating text. */
export interface ChosenGeneration {
  /** Name of the generative model. */
  readonly generativeModel: string;
  /** Name of the summarisation model. */
  readonly summaryModel: string;
  /** Default length of summaries. */
  readonly summary: 'simple' | 'extended';
  /** With `{text}`; the built-in prompt when absent. */
  readonly summaryPrompt?: SummaryPrompt['prompt'];
  /** Prompts by provider. */
  readonly userPrompts: Readonly<Record<string, UserPrompt>>;
  /** Keys by provider. Must only be sent to the provider. */
  readonly userKeys: StoredKeys;
  /** Whether answers are formatted as Markdown by default. */
  readonly preferMarkdown: boolean;
  /** Whether the account of the box has blocking policies; absent if not read. */
  readonly isGuarded?: boolean;
}

/** The models of a knowledge box and their options. */
export interface ChosenModels extends ChosenGeneration {
  /** Names of embedding models; the first is the default for queries. */
  readonly semanticModels: readonly [string, ...string[]];
  /** Name of the reranking model. */
  readonly reranker: string;
}

/** A knowledge box, and the account of the caller, which owns the configuration. */
export interface ConfiguredBox {
  readonly kbid: string;
  /** Absent for internal calls, which have no choices. */
  readonly account?: string;
  /** Client id of the NUA client that work is done for; its tokens count for it. */
  readonly nuaClient?: string;
}

/** Choices of knowledge boxes, or else the defaults of the deployment. */
@Injectable()
export class LearningConfigurations {
  constructor(
    private readonly rows: ConfigurationRows,
    private readonly boxes: BoxEmbeddingModels,
    private readonly models: DeploymentModels,
  ) {}

  /**
   * Read for each request, so that a change applies from the next request on.
   *
   * @throws AppError `unavailable`
   */
  async of(box: ConfiguredBox): Promise<ChosenModels> {
    const owner = ownerOfBox(box);
    if (!owner) return this.deployment;
    const [stored, vectorsets = []] = await Promise.all([this.rows.find(owner), this.boxes.find(owner)]);
    const { semantic_models: named = [], default_semantic_model: first } = stored?.choices ?? {};
    const chosen = [...new Set([...(first ? [first] : []), ...named])];
    const [main, ...others] = vectorsets.length > 0 ? vectorsets : chosen;
    const semanticModels = main === undefined ? this.deployment.semanticModels : ([main, ...others] as const);
    return { ...this.deployment, ...this.generation(stored), semanticModels };
  }

  /** The same without embedding models, which only the knowledge-box service knows. */
  async generationOf(box: ConfiguredBox): Promise<ChosenGeneration> {
    const owner = ownerOfBox(box);
    if (!owner) return this.generation(undefined);
    const { stored, isGuarded } = await this.rows.findGuarded(owner);
    return { ...this.generation(stored), isGuarded };
  }

  /** The defaults of the deployment. */
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

function ownerOfBox({ kbid, account }: ConfiguredBox): OwnedConfiguration | undefined {
  return account === undefined ? undefined : { account, kbid };
}
