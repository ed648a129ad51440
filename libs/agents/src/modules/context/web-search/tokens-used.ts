import { numberAt } from '../../provider-api/foreign-json';

/** Tokens that a provider says it used, for the step of a module. */
export function tokensUsed(
  usage: unknown,
  [input, output]: readonly [string, string],
): Readonly<Record<string, number>> {
  const [read, written] = [numberAt(usage, input), numberAt(usage, output)];
  return {
    ...(read !== undefined && { input_tokens: read }),
    ...(written !== undefined && { output_tokens: written }),
  };
}
