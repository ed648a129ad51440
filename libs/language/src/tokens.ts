/** Estimate where no tokenizer is at hand. */
export const CHARACTERS_PER_TOKEN = 3;

/** About how many tokens so many characters are. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** About how many tokens a text has. */
export function tokensIn(text: string): number {
  return tokensOf(text.length);
}
