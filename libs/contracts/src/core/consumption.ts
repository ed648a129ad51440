/** Tokens of one unit: consumption is reported in thousands of tokens. */
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

/** Consumption of a request, as the header `x-show-consumption: true` requests it. */
export interface Consumption {
  /** Thousands of tokens that models used with the key of the deployment, or without any. */
  readonly normalized_tokens: TokenCounts;
  /** Thousands of tokens that models used with a key of the knowledge box. */
  readonly customer_key_tokens: TokenCounts;
}

/** Tokens of one request. */
export interface UsedTokens {
  /** Read by the model. */
  readonly input: number;
  /** Written by the model. */
  readonly output: number;
  /** Whether they were used with a key of the knowledge box. */
  readonly customerKey?: boolean;
}

/** Units that are reported for a number of tokens. */
export function consumptionOf({ input, output, customerKey = false }: UsedTokens): Consumption {
  const used = { input: input / TOKENS_PER_UNIT, output: output / TOKENS_PER_UNIT, image: 0 };
  const none = { input: 0, output: 0, image: 0 };
  return customerKey
    ? { normalized_tokens: none, customer_key_tokens: used }
    : { normalized_tokens: used, customer_key_tokens: none };
}
