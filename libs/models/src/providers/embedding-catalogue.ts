/** An embedding model that customers use with their own keys. */
export interface CatalogueEmbedder {
  /** Its name in configurations; also the id of vectorsets. */
  readonly id: string;
  /** Member of keys that applies to it. */
  readonly provider: string;
  /** For people. */
  readonly title: string;
  /** Address of the server, including the version. */
  readonly baseUrl: string;
  /** Member of the keys with the secret. */
  readonly secret: 'key' | 'gemini_key';
  /** Values per vector. */
  readonly dimensions: number;
  /** Longer texts are truncated. */
  readonly tokensMax: number;
}

/** The model of a server that `user_keys.hf_embedding` describes. */
export const SERVER_EMBEDDER = 'hf_embedding';

/** Sizes and limits as published by the providers at the time of writing. All use the embeddings protocol. */
export const builtInEmbedders: readonly CatalogueEmbedder[] = [
  {
    id: 'text-embedding-3-small',
    provider: 'openai',
    title: 'OpenAI text-embedding-3-small',
    baseUrl: 'https://api.openai.com/v1',
    secret: 'key',
    dimensions: 1_536,
    tokensMax: 8_191,
  },
  {
    id: 'text-embedding-3-large',
    provider: 'openai',
    title: 'OpenAI text-embedding-3-large',
    baseUrl: 'https://api.openai.com/v1',
    secret: 'key',
    dimensions: 3_072,
    tokensMax: 8_191,
  },
  {
    id: 'mistral-embed',
    provider: 'mistral',
    title: 'Mistral Embed',
    baseUrl: 'https://api.mistral.ai/v1',
    secret: 'key',
    dimensions: 1_024,
    tokensMax: 8_000,
  },
  {
    id: 'gemini-embedding-001',
    provider: 'palm',
    title: 'Gemini Embedding',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    secret: 'gemini_key',
    dimensions: 3_072,
    tokensMax: 2_048,
  },
];
