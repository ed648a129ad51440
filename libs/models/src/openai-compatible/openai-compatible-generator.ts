import { HostedGenerator } from '../hosted/hosted-generator';
import type { Timeouts } from '../hosted/patience';
import { chatModel, type ModelServer, PROVIDER } from './server-models';

export interface OpenAiCompatibleOptions extends ModelServer, Timeouts {
  readonly model: string;
  readonly contextTokensMax: number;
  readonly vision: boolean;
  /** Concurrent answers, 256 by default; the same number may wait. */
  readonly answersMax?: number;
}

/** Any server with the chat completions protocol: hosted ones, vLLM, Ollama, llama.cpp. */
export class OpenAiCompatibleGenerator extends HostedGenerator {
  constructor({ model, contextTokensMax, vision, baseUrl, apiKey: ownKey, ...options }: OpenAiCompatibleOptions) {
    const abilities = { vision, followsPrompts: true, takesOtherModels: true, saysProbabilities: true };
    super({
      ...options,
      description: { id: model, provider: 'openai_compat', languages: ['*'], contextTokensMax, ...abilities },
      title: 'the model provider',
      parallelCalls: (areAllowed) => ({ [PROVIDER]: { parallel_tool_calls: areAllowed } }),
      probabilities: (likeliest) => ({ [PROVIDER]: { logprobs: true, top_logprobs: likeliest } }),
      open: (name = model, apiKey = ownKey) => chatModel({ baseUrl, apiKey }, name),
    });
  }
}
