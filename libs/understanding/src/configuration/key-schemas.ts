const secret = (title: string, info = 'Stored encrypted') => ({ title, type: 'string', info, widget: 'password' });
const words = (title: string, info?: string) => ({ title, type: 'string', ...(info && { info }) });
const number = (title: string) => ({ title, anyOf: [{ type: 'number' }, { type: 'null' }], default: null });
const flag = (title: string) => ({ title, anyOf: [{ type: 'boolean' }, { type: 'null' }], default: null });

function object(title: string, properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return { title, type: 'object', properties, required };
}

const key = secret('Key');
const serviceAccount = {
  credentials: secret('Service account', 'Its JSON file, for Vertex AI; stored encrypted'),
  location: words('Location', 'Of Vertex AI; global when empty'),
};
const onlyKey = (title: string) => object(title, { key }, ['key']);

/** JSON Schemas of keys by provider. */
export const keySchemas: Readonly<Record<string, object>> = {
  openai: object('OpenAI', { key, org: words('Organisation') }, ['key']),
  azure_openai: object(
    'Azure OpenAI',
    {
      key,
      url: words('Address', 'Such as https://example.openai.azure.com'),
      deployment: words('Deployment'),
      model: words('Model'),
    },
    ['key', 'url', 'deployment'],
  ),
  anthropic: onlyKey('Anthropic'),
  palm: object('Google', { gemini_key: secret('Key of the Gemini API'), ...serviceAccount }),
  anthropic_vertex: object('Anthropic on Vertex AI', serviceAccount, ['credentials']),
  azure_aii: object(
    'Azure AI Inference',
    { key, url: words('Address', 'Such as https://example.services.ai.azure.com/models'), model: words('Model') },
    ['key', 'url', 'model'],
  ),
  azure_mistral: object('Mistral on Azure', { key, url: words('Address') }, ['key', 'url']),
  hf_llm: object('Hugging Face endpoint', { key, url: words('Address') }, ['key', 'url']),
  mistral: onlyKey('Mistral'),
  cohere: onlyKey('Cohere'),
  anthropic_bedrock: object(
    'Amazon Bedrock',
    { access_key: secret('Access key'), secret_key: secret('Secret key'), region: words('Region') },
    ['access_key', 'secret_key'],
  ),
  text_generation: object('Server of this deployment', { model: words('Model') }, ['model']),
  hf_embedding: object(
    'Embeddings server',
    {
      url: words('Address', 'Up to the version, such as https://example.endpoints.huggingface.cloud/v1'),
      key,
      size: { title: 'Values per vector', type: 'integer' },
      matryoshka: { title: 'Sizes that vectors can be cut to', type: 'array', items: { type: 'integer' }, default: [] },
      similarity: { title: 'Similarity', type: 'string', enum: ['DOT', 'COSINE'], default: 'DOT' },
      threshold: { ...number('Least score'), default: 0.4 },
      passage_prompt: object('Prefix of passages', { prompt: words('Prompt') }),
      query_prompt: object('Prefix of queries', { prompt: words('Prompt') }),
    },
    ['url', 'size'],
  ),
  openai_compat: object('Chat completions server', {
    url: words('Address', 'Up to the version; without it the server of this deployment'),
    model_id: words('Model', 'What the server calls it'),
    key,
    generation_config: object('Limits', {
      temperature: number('Temperature'),
      default_max_completion_tokens: number('Usual tokens of an answer'),
      max_input_tokens: number('Tokens of prompt and answer'),
      max_supported_completion_tokens: number('Most tokens of an answer'),
    }),
    model_features: object('Abilities', {
      system_message: flag('Follows a system prompt'),
      tool_use: flag('Calls functions'),
      vision: flag('Reads images'),
      seed_support: flag('Takes seeds'),
      logprobs: flag('Says probabilities of tokens'),
    }),
  }),
};
