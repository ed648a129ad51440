import type { ReadableKind } from '../generator';
import type { CatalogueModel, Prices } from './catalogue-model';

interface Size {
  readonly context: number;
  readonly output: number;
}

const dollars = (input: number, output: number): Prices => ({ input, output });

/** Inputs that models of a provider read besides texts and images. */
const readBy: Readonly<Record<string, readonly ReadableKind[]>> = {
  openai: ['pdf'],
  anthropic: ['pdf'],
  palm: ['audio', 'pdf'],
};

function modelsOf(
  provider: string,
  size: Size,
  models: readonly (Partial<CatalogueModel> & Pick<CatalogueModel, 'id' | 'title'>)[],
): CatalogueModel[] {
  const able = { vision: true, reads: readBy[provider] ?? [], tools: true, reasoning: false };
  const { context: contextTokensMax, output: outputTokensMax } = size;
  return models.map((model) => ({ provider, name: model.id, contextTokensMax, outputTokensMax, ...able, ...model }));
}

const k = 1_000;
const reasoning = true;

/** Limits and list prices as published by the providers at the time of writing. */
export const builtInModels: readonly CatalogueModel[] = [
  ...modelsOf('openai', { context: 400 * k, output: 128 * k }, [
    { id: 'gpt-5.1', title: 'GPT-5.1', reasoning, prices: dollars(1.25, 10) },
    { id: 'gpt-5-mini', title: 'GPT-5 mini', reasoning, prices: dollars(0.25, 2) },
  ]),
  ...modelsOf('openai', { context: 1_047_576, output: 32_768 }, [
    { id: 'gpt-4.1', title: 'GPT-4.1', prices: dollars(2, 8) },
    { id: 'gpt-4.1-mini', title: 'GPT-4.1 mini', prices: dollars(0.4, 1.6) },
  ]),
  ...modelsOf('openai', { context: 128 * k, output: 16_384 }, [
    { id: 'gpt-4o', title: 'GPT-4o', prices: dollars(2.5, 10) },
    { id: 'gpt-4o-mini', title: 'GPT-4o mini', prices: dollars(0.15, 0.6) },
  ]),
  ...modelsOf('azure_openai', { context: 128 * k, output: 16_384 }, [
    { id: 'azure-openai', title: 'A deployment of Azure OpenAI' },
  ]),
  ...modelsOf('anthropic', { context: 200 * k, output: 64 * k }, [
    { id: 'claude-opus-4-5', title: 'Claude Opus 4.5', reasoning, prices: dollars(5, 25) },
    { id: 'claude-sonnet-4-5', title: 'Claude Sonnet 4.5', reasoning, prices: dollars(3, 15) },
    { id: 'claude-haiku-4-5', title: 'Claude Haiku 4.5', reasoning, prices: dollars(1, 5) },
  ]),
  ...modelsOf('palm', { context: 1_048_576, output: 65_536 }, [
    { id: 'gemini-2.5-pro', title: 'Gemini 2.5 Pro', reasoning, prices: dollars(1.25, 10) },
    { id: 'gemini-2.5-flash', title: 'Gemini 2.5 Flash', reasoning, prices: dollars(0.3, 2.5) },
    { id: 'gemini-2.5-flash-lite', title: 'Gemini 2.5 Flash-Lite', reasoning, prices: dollars(0.1, 0.4) },
  ]),
  ...modelsOf('palm', { context: 65_536, output: 32_768 }, [
    { id: 'gemini-2.5-flash-image', title: 'Gemini 2.5 Flash Image', draws: true, tools: false },
  ]),
  ...modelsOf('mistral', { context: 128 * k, output: 32 * k }, [
    { id: 'mistral-large-latest', title: 'Mistral Large', vision: false },
    { id: 'mistral-medium-latest', title: 'Mistral Medium', prices: dollars(0.4, 2) },
    { id: 'mistral-small-latest', title: 'Mistral Small', prices: dollars(0.1, 0.3) },
  ]),
  ...modelsOf('cohere', { context: 256 * k, output: 8 * k }, [
    { id: 'command-a-03-2025', title: 'Command A', vision: false, prices: dollars(2.5, 10) },
  ]),
  ...modelsOf('cohere', { context: 128 * k, output: 4 * k }, [
    { id: 'command-r7b-12-2024', title: 'Command R7B', vision: false, prices: dollars(0.0375, 0.15) },
  ]),
  ...modelsOf('anthropic_bedrock', { context: 200 * k, output: 64 * k }, [
    {
      id: 'bedrock-claude-sonnet-4-5',
      title: 'Claude Sonnet 4.5 on Bedrock',
      reasoning,
      name: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    },
    {
      id: 'bedrock-claude-haiku-4-5',
      title: 'Claude Haiku 4.5 on Bedrock',
      reasoning,
      name: 'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    },
  ]),
  ...modelsOf('anthropic_bedrock', { context: 300 * k, output: 10 * k }, [
    { id: 'bedrock-nova-pro', title: 'Nova Pro on Bedrock', name: 'amazon.nova-pro-v1:0', prices: dollars(0.8, 3.2) },
  ]),
  ...modelsOf('anthropic_vertex', { context: 200 * k, output: 64 * k }, [
    {
      id: 'vertex-claude-sonnet-4-5',
      title: 'Claude Sonnet 4.5 on Vertex AI',
      reasoning,
      name: 'claude-sonnet-4-5@20250929',
    },
    {
      id: 'vertex-claude-haiku-4-5',
      title: 'Claude Haiku 4.5 on Vertex AI',
      reasoning,
      name: 'claude-haiku-4-5@20251001',
    },
  ]),
  ...modelsOf('azure_aii', { context: 128 * k, output: 16 * k }, [
    { id: 'azure-ai-inference', title: 'A model of Azure AI Inference', vision: false },
  ]),
  ...modelsOf('azure_mistral', { context: 128 * k, output: 16 * k }, [
    { id: 'azure-mistral', title: 'Mistral on Azure', name: 'mistral', vision: false },
  ]),
  ...modelsOf('hf_llm', { context: 32 * k, output: 8 * k }, [
    { id: 'hf-endpoint', title: 'An endpoint of Hugging Face', name: 'tgi', vision: false },
  ]),
  ...modelsOf('openai_compat', { context: 64 * k, output: 64 * k }, [
    { id: 'openai_compat', title: 'A chat completions server', vision: false },
  ]),
];
