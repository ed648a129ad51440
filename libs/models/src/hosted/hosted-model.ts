import type { GeneratorDescription } from '../generator';
import type { ChatCall, ChatModel } from './chat-model';
import type { Timeouts } from './patience';

/** Access to a model of a provider, and the model's abilities. */
export interface HostedModel extends Timeouts {
  readonly description: GeneratorDescription;
  /** Name of the provider in errors. */
  readonly title: string;
  /** Concurrent answers, 256 by default; the same number may wait. */
  readonly answersMax?: number;
  /** Common abilities that the model lacks. */
  readonly lacks?: Lacks;
  /** Used when a request does not specify them. */
  readonly defaults?: { readonly temperature?: number; readonly answerTokens?: number };
  /** Maximum length of an answer. */
  readonly answerTokensMax?: number;
  /** Members of `providerOptions` that allow one function call at a time, or several. */
  readonly parallelCalls: (areAllowed: boolean) => ChatCall['providerOptions'];
  /** The same for probabilities of tokens; absent when the provider does not return any. */
  readonly probabilities?: (likeliest: number) => ChatCall['providerOptions'];
  /** The same for images in an answer; absent when the provider generates none. */
  readonly images?: ChatCall['providerOptions'];
  /**
   * Opens the model for requests.
   *
   * @param name another model of the provider
   * @param apiKey replaces the key of the provider
   */
  open(name: string | undefined, apiKey: string | undefined): Promise<ChatModel>;
}

/** Abilities that a model lacks. */
export interface Lacks {
  readonly tools?: boolean;
  readonly seed?: boolean;
  readonly systemMessage?: boolean;
}
