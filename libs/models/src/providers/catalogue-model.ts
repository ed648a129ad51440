import type { ReadableKind } from '../generator';
import type { DriverName } from './drivers';

/** Who runs models. */
export interface CatalogueProvider {
  /** Also the member of keys and prompts that applies to its models. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** How its models are called. */
  readonly driver: DriverName;
  /** Instead of the address that the driver knows; keys with a `url` of their own take precedence. */
  readonly baseUrl?: string;
  /** Members that keys must have. */
  readonly needs: readonly string[];
  /** Members that keys may have instead. */
  readonly orNeeds?: readonly string[];
}

/** List price in US dollars for a million tokens. */
export interface Prices {
  /** Of the prompt. */
  readonly input: number;
  /** Of the answer. */
  readonly output: number;
}

/** A model that a provider runs. */
export interface CatalogueModel {
  /** What configurations and questions say. */
  readonly id: string;
  /** Id of its provider. */
  readonly provider: string;
  /** What the provider calls it; where keys say it, this is unused. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Tokens of prompt and answer together. */
  readonly contextTokensMax: number;
  /** Tokens of an answer. */
  readonly outputTokensMax: number;
  /** Whether it reads images. */
  readonly vision: boolean;
  /** What else it reads besides text; nothing when absent. */
  readonly reads?: readonly ReadableKind[];
  /** Whether it draws images into its answers, where a question wants them. */
  readonly draws?: boolean;
  /** Whether it calls functions. */
  readonly tools: boolean;
  /** Whether it thinks before it answers. */
  readonly reasoning: boolean;
  /** Undefined where nobody said it. */
  readonly prices?: Prices;
}
