import type { SummaryPrompt, UserPrompt } from '@lectern/contracts/knowledge-box';

/** Chosen members of a learning configuration, as they are stored; absent members have their defaults. */
export interface Choices {
  /** At least one; only of knowledge boxes that are not here, whose vectorsets are not known. */
  readonly semantic_models?: readonly string[];
  readonly default_semantic_model?: string;
  readonly generative_model?: string;
  readonly summary_model?: string;
  readonly summary?: 'simple' | 'extended';
  readonly summary_prompt?: SummaryPrompt;
  readonly user_prompts?: Readonly<Record<string, UserPrompt>>;
  readonly prefer_markdown_generative_response?: boolean;
}
