import type { GenerationRequest, GeneratorDescription } from '@lectern/models';
import { providerOf } from './available-models';
import type { ChosenGeneration } from './learning-configurations';

/**
 * A request with what the knowledge box has chosen where the request leaves it open. Its prompts are for answers from
 * context.
 */
export function chosenRequest(
  request: GenerationRequest,
  chosen: ChosenGeneration,
  description: GeneratorDescription,
): GenerationRequest {
  const follows = description.followsPrompts && request.grounded !== false;
  const prompts = follows ? chosen.userPrompts[providerOf(description)] : undefined;
  const takesPrompt = request.user === undefined && Boolean(prompts?.prompt);
  return {
    ...request,
    apiKey: keyFor(chosen, description),
    system: request.system ?? (prompts?.system || undefined),
    ...(takesPrompt && { user: prompts?.prompt ?? undefined, formatPrompt: true }),
    preferMarkdown: request.preferMarkdown === true || chosen.preferMarkdown,
  };
}

/** Key of the knowledge box for a model; undefined when it has none, or the model needs none. */
export function keyFor({ userKeys }: ChosenGeneration, description: GeneratorDescription): string | undefined {
  return providerOf(description) === 'openai_compat' ? userKeys.openai_compat?.key : undefined;
}
