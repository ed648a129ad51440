import type { Integer } from '../../core/integer';

/** How a model reasons. */
export interface ReasoningFeature {
  /** Of requests that do not say it. */
  readonly default: string;
  /** Efforts that requests can ask for. */
  readonly available_efforts: readonly string[];
  /** Whether it can be turned off. */
  readonly supports_disabling: boolean;
}

/** List price in US dollars for a million tokens, as the catalogue has it. */
export interface TokenPrices {
  /** Of the prompt. */
  readonly input: number;
  /** Of the answer. */
  readonly output: number;
}

/** Capabilities of a model, by name; an absent one means that it lacks the capability. */
export interface ModelFeatures {
  /** Calls functions that a request describes. */
  readonly tools?: object;
  /** Answers by a JSON Schema. */
  readonly structured_output?: object;
  /** Reads images. */
  readonly vision?: object;
  /** Reads PDF files. */
  readonly file_input?: object;
  /** Draws images into its answers. */
  readonly image_generation?: object;
  /** Sends its answer in pieces. */
  readonly streaming?: object;
  /** Follows a system prompt. */
  readonly system_message?: object;
  /** Takes a key of the knowledge box or the account instead of that of the deployment. */
  readonly custom_keys?: object;
  /** Thinks before it answers, as much as a request asks for. */
  readonly reasoning?: ReasoningFeature;
}

/** How many tokens a model takes. */
export interface TokenLimits {
  /** At least. */
  readonly min: Integer;
  /** At most. */
  readonly max: Integer;
}

/** How many tokens a model writes. */
export interface OutputTokenLimits extends TokenLimits {
  /** At most, when a request does not say it; null where the server decides. */
  readonly default_max: Integer | null;
}

/** Limits of a model. */
export interface ModelLimits {
  /** Tokens that it reads and writes together. */
  readonly input_tokens: TokenLimits;
  /** Tokens that it writes. */
  readonly output_tokens: OutputTokenLimits;
  /** Member of `user_prompts` that applies to it; null when it follows no prompts. */
  readonly prompt_id: string | null;
  /** How it is called: the name of its protocol. */
  readonly driver: string;
  /** Images of a question. */
  readonly max_images: string;
  /** Always 0: no role of a cloud account is assumed. */
  readonly assume_role: Integer;
}

/** Further metadata of a model. */
export interface ModelMetadata {
  /** Where it runs, as far as it is known. */
  readonly deployed_region: string | null;
  /** Whether data stays there. */
  readonly data_residency_status: 'unknown' | 'guaranteed' | 'not_guaranteed';
  /** Always false in this version. */
  readonly deprecated: boolean;
  /** Null where the catalogue has no value. */
  readonly prices: TokenPrices | null;
}

/** A generative model. */
export interface ProvidedModel {
  /** Name of the model in a configuration or a question. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Description, for people. */
  readonly description: string;
  /** Its limits. */
  readonly config: ModelLimits;
  /** Its capabilities. */
  readonly features: ModelFeatures;
  /** Further metadata. */
  readonly metadata: ModelMetadata;
}

/** A provider of generative models. */
export interface GenerativeProvider {
  /** For people. */
  readonly title: string;
  /** Whether its answers stay in the deployment. */
  readonly enterprise_readiness: boolean;
  /** By name. */
  readonly models: Readonly<Record<string, ProvidedModel>>;
}

/** Generative models by provider. */
export class GenerativeProviders {
  /** `local` is the built-in reader, `openai_compat` chat completions servers; the others are those of `user_keys`. */
  providers!: Readonly<Record<string, GenerativeProvider>>;
}
