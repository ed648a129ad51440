import type { GenerationRequest } from '../generator';
import type { ChatCall } from './chat-model';
import type { HostedModel } from './hosted-model';
import { formatOfSchema } from './structured-output';

/** The request to the provider, without the prompt. */
export function providerCall(request: GenerationRequest, hosted: HostedModel): Omit<ChatCall, 'prompt'> {
  const { seed, reasoning, jsonSchema, sampling = {}, likeliestTokens: likeliest } = request;
  const { providerOptions: ofTools, ...tools } = toolsOf(request, hosted);
  const ofTokens = likeliest === undefined ? undefined : hosted.probabilities?.(likeliest);
  const ofImages = request.draws ? hosted.images : undefined;
  return {
    maxOutputTokens: answerTokensOf(request, hosted),
    seed: hosted.lacks?.seed ? undefined : seed,
    reasoning,
    temperature: sampling.temperature ?? hosted.defaults?.temperature,
    topP: sampling.topP,
    frequencyPenalty: sampling.frequencyPenalty,
    presencePenalty: sampling.presencePenalty,
    stopSequences: sampling.stop && [...sampling.stop],
    responseFormat: jsonSchema ? formatOfSchema(jsonSchema) : undefined,
    ...tools,
    ...((ofTools ?? ofTokens ?? ofImages) && {
      providerOptions: mergedOptions(mergedOptions(ofTools, ofTokens), ofImages),
    }),
    // Only raw chunks have them.
    ...(ofTokens && { includeRawChunks: true }),
  };
}

/** Merges options of one provider. */
function mergedOptions(some: ChatCall['providerOptions'] = {}, others: ChatCall['providerOptions'] = {}) {
  const names = [...new Set([...Object.keys(some), ...Object.keys(others)])];
  return Object.fromEntries(names.map((name) => [name, { ...some[name], ...others[name] }]));
}

function answerTokensOf({ answerTokensMax }: GenerationRequest, hosted: HostedModel): number | undefined {
  const asked = answerTokensMax ?? hosted.defaults?.answerTokens;
  return asked === undefined ? undefined : Math.min(asked, hosted.answerTokensMax ?? asked);
}

function toolsOf(
  { tools = [], toolChoice = 'required', parallelToolCalls }: GenerationRequest,
  { parallelCalls }: HostedModel,
): Pick<ChatCall, 'tools' | 'toolChoice' | 'providerOptions'> {
  if (tools.length === 0) return {};
  return {
    // The schema comes from the caller; the server validates it.
    tools: tools.map(({ name, description, parameters, strict }) => ({
      type: 'function',
      name,
      description,
      inputSchema: parameters,
      ...(strict !== undefined && { strict }),
    })),
    toolChoice: typeof toolChoice === 'string' ? { type: toolChoice } : { type: 'tool', toolName: toolChoice.name },
    ...(parallelToolCalls !== undefined && { providerOptions: parallelCalls(parallelToolCalls) }),
  };
}
