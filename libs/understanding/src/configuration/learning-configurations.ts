import type { Principal } from '@lectern/contracts/core';
import type { SummaryPrompt, UserPrompt } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { BoxVectorsets } from './box-vectorsets';
import { ConfigurationRows } from './configuration-rows';
import { DeploymentModels } from './deployment-models';
import type { StoredKeys } from './user-keys';

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
}

/** Which models a knowledge box uses, and how. */
export interface ChosenModels extends ChosenGeneration {
  /** Names of embedding models, that of queries which name none first; at least one. */
  readonly semanticModels: readonly string[];
  /** Name of the model that orders texts. */
  readonly reranker: string;
}

/** What knowledge boxes have chosen, and the default of the deployment where they have not. */
@Injectable()
export class LearningConfigurations {
  constructor(
    private readonly rows: ConfigurationRows,
    private readonly boxes: BoxVectorsets,
    private readonly models: DeploymentModels,
  ) {}

  /**
   * Read each time, so that a change counts from the next request on.
   *
   * @param principal who asks: the account says whose configuration it is
   * @throws AppError `unavailable`
   */
  async of(kbid: string, principal: Pick<Principal, 'account'>): Promise<ChosenModels> {
    const { account } = principal;
    if (account === undefined) return this.deployment;
    const place = { account, kbid };
    const [stored, vectorsets = []] = await Promise.all([this.rows.find(place), this.boxes.find(place)]);
    const { semantic_models: named = [], default_semantic_model: first } = stored?.choices ?? {};
    const chosen = [...new Set([...(first ? [first] : []), ...named])];
    const present = vectorsets.length > 0 ? vectorsets : chosen;
    const semanticModels = present.length > 0 ? present : this.deployment.semanticModels;
    return { ...this.deployment, ...this.generation(stored), semanticModels };
  }

  /** The same without embedding models, which only the knowledge-box service knows. */
  async generationOf(kbid: string, { account }: Pick<Principal, 'account'>): Promise<ChosenGeneration> {
    return this.generation(account === undefined ? undefined : await this.rows.find({ account, kbid }));
  }

  /** What those use who have chosen nothing. */
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
