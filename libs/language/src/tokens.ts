/** An estimate when no tokenizer is available. */
export const CHARACTERS_PER_TOKEN = 3;

/** Estimated number of tokens for a number of characters. */
export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** Estimated number of tokens in a text. */
export function tokensIn(text: string): number {
  return estimatedTokens(text.length);
}
