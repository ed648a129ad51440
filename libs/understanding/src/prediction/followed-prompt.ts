import { AppError } from '@lectern/contracts/core';
import type { NamedGenerator } from '../configuration/generative-models';

/**
 * A prompt of a request; undefined if there is none.
 *
 * @throws AppError `invalid_request` when the model would ignore it
 */
export function followedPrompt(
  prompt: string | null | undefined,
  { generator, id }: NamedGenerator,
): string | undefined {
  if (!prompt) return undefined;
  if (generator.description.followsPrompts) return prompt;
  throw new AppError('invalid_request', `The model ${id} follows no prompts: leave the prompt out or name another one`);
}
