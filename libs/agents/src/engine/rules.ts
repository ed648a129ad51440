/** A prompt of the product, with the instructions of the workflow and the module after it. */
export function withRules(prompt: string, rules: readonly string[]): string {
  return rules.length === 0 ? prompt : `${prompt}\n\nRules:\n${rules.map((rule) => `- ${rule}`).join('\n')}`;
}
