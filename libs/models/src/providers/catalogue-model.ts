import type { ReadableKind } from '../generator';
import type { DriverName } from './drivers';

/** A company or server that runs models. */
export interface CatalogueProvider {
  /** Also the member of keys and prompts that applies to its models. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** The protocol for calls to its models. */
  readonly driver: DriverName;
  /** Replaces the address of the driver; a `url` in keys takes precedence. */
  readonly baseUrl?: string;
  /** Required members of keys. */
  readonly needs: readonly string[];
  /** Alternative members of keys. */
  readonly orNeeds?: readonly string[];
}

/** List prices in US dollars per million tokens. */
export interface Prices {
  /** Price of the prompt. */
  readonly input: number;
  /** Price of the answer. */
  readonly output: number;
}

/** A model of a provider. */
export interface CatalogueModel {
  /** Its name in configurations and requests. */
  readonly id: string;
  /** Id of its provider. */
  readonly provider: string;
  /** Name at the provider; unused if keys contain it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Limit for prompt and answer together. */
  readonly contextTokensMax: number;
  /** Limit for an answer. */
  readonly outputTokensMax: number;
  /** Whether it reads images. */
  readonly vision: boolean;
  /** Other inputs it reads besides text; none when absent. */
  readonly reads?: readonly ReadableKind[];
  /** Whether it can generate images in its answers, on request. */
  readonly draws?: boolean;
  /** Whether it calls functions. */
  readonly tools: boolean;
  /** Whether it thinks before it answers. */
  readonly reasoning: boolean;
  /** Undefined when unknown. */
  readonly prices?: Prices;
}
