/** Tokens of one unit: what is reported as consumed is in thousands. */
const TOKENS_PER_UNIT = 1_000;

/** Tokens in thousands. */
export interface TokenCounts {
  /** Read by the model. */
  readonly input: number;
  /** Written by the model. */
  readonly output: number;
  /** Always 0. */
  readonly image: number;
}

/** What a request consumed, as the header `x-show-consumption: true` asks for. */
export interface Consumption {
  /** Thousands of tokens that the model used. */
  readonly normalized_tokens: TokenCounts;
  /** Always 0: there are no keys of customers. */
  readonly customer_key_tokens: TokenCounts;
}

/** What so many tokens are reported as. */
export function consumptionOf({ input, output }: { readonly input: number; readonly output: number }): Consumption {
  return {
    normalized_tokens: { input: input / TOKENS_PER_UNIT, output: output / TOKENS_PER_UNIT, image: 0 },
    customer_key_tokens: { input: 0, output: 0, image: 0 },
  };
}
