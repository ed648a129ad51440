import type { GeneratorDescription } from '../generator';
import type { ChatCall, ChatModel } from './chat-model';
import type { Timeouts } from './patience';

/** How a model of a provider is reached, and what it can do. */
export interface HostedModel extends Timeouts {
  readonly description: GeneratorDescription;
  /** How the provider is called in errors. */
  readonly title: string;
  /** Answers at the same time, 256 unless given; as many more wait. */
  readonly answersMax?: number;
  /** What the model cannot do although most can. */
  readonly lacks?: Lacks;
  /** Where a request leaves it open. */
  readonly defaults?: { readonly temperature?: number; readonly answerTokens?: number };
  /** An answer is never longer. */
  readonly answerTokensMax?: number;
  /** Members of `providerOptions` for calls of functions one at a time, or several. */
  readonly parallelCalls: (areAllowed: boolean) => ChatCall['providerOptions'];
  /** The same for probabilities of tokens; absent where the provider says none. */
  readonly probabilities?: (likeliest: number) => ChatCall['providerOptions'];
  /** The same for images in an answer; absent where the provider draws none. */
  readonly images?: ChatCall['providerOptions'];
  /**
   * The model, ready to be asked.
   *
   * @param name of another model of the provider
   * @param apiKey instead of that of the provider
   */
  open(name: string | undefined, apiKey: string | undefined): Promise<ChatModel>;
}

/** What a model cannot do. */
export interface Lacks {
  readonly tools?: boolean;
  readonly seed?: boolean;
  readonly systemMessage?: boolean;
}
