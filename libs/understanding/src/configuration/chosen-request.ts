import type { GenerationRequest } from '@lectern/models';
import type { NamedGenerator } from './generative-models';
import type { ChosenGeneration } from './learning-configurations';

/**
 * Completes a request with the choices of the knowledge box and the account for the model. Their prompts are for
 * answers from context.
 */
export function chosenRequest(
  request: GenerationRequest,
  chosen: ChosenGeneration,
  { generator: { description }, apiKey, prompts: own }: NamedGenerator,
): GenerationRequest {
  const follows = description.followsPrompts && request.grounded !== false;
  const { provider } = description;
  const prompts = follows ? (own?.[provider] ?? chosen.userPrompts[provider]) : undefined;
  const takesPrompt = request.user === undefined && Boolean(prompts?.prompt);
  return {
    ...request,
    apiKey,
    system: request.system ?? (prompts?.system || undefined),
    ...(takesPrompt && { user: prompts?.prompt ?? undefined, formatPrompt: true }),
    preferMarkdown: request.preferMarkdown === true || chosen.preferMarkdown,
  };
}
