import { refusals } from '../../validation/refused.fixture';
import { beyond, list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { UserKeys } from './user-keys.dto';

describe('keys of providers', () => {
  it.each(['sk-…', 'a b', 'a\nb', 'ключ'])('are what a header carries, not %j', (key) => {
    expect(refusals(UserKeys, { anthropic: { key } })).toEqual([expect.stringMatching(/^anthropic\.key: /)]);
    expect(refusals(UserKeys, { openai_compat: { key } })).toEqual([expect.stringMatching(/^openai_compat\.key: /)]);
  });

  it('may be of any printable characters', () => {
    expect(refusals(UserKeys, { anthropic: { key: 'sk-a_B9~!' }, openai: { key: 'sk', org: 'org-1' } })).toEqual([]);
  });
});

/** The smallest set of keys of each provider. */
const smallest: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  openai: { key: 'sk' },
  azure_openai: { key: 'sk', url: 'https://a.openai.azure.com', deployment: 'd' },
  anthropic: { key: 'sk' },
  palm: { gemini_key: 'sk' },
  anthropic_vertex: { credentials: '{}' },
  azure_aii: { key: 'sk', url: 'https://a.example/models', model: 'm' },
  azure_mistral: { key: 'sk', url: 'https://a.example' },
  hf_llm: { key: 'sk', url: 'https://a.example' },
  mistral: { key: 'sk' },
  cohere: { key: 'sk' },
  anthropic_bedrock: { access_key: 'a', secret_key: 's' },
  text_generation: { model: 'm' },
  hf_embedding: { url: 'https://a.example/v1', size: 384 },
  openai_compat: {},
};
const providers = Object.keys(smallest);
const keysOf = (provider: string, more: object = {}) =>
  refusals(UserKeys, { [provider]: { ...smallest[provider], ...more } });

describe('each provider', () => {
  it.each(providers)('%s has a smallest set of keys, and none is needed', (provider) => {
    expect(keysOf(provider)).toEqual([]);
    expect(refusals(UserKeys, { [provider]: null })).toEqual([]);
    expect(validate(UserKeys, { [provider]: smallest[provider] })).toEqual({ [provider]: smallest[provider] });
  });

  it.each(providers.flatMap((provider) => Object.keys(smallest[provider] ?? {}).map((member) => [provider, member])))(
    '%s needs its %s',
    (provider, member) => {
      expect(keysOf(provider, { [member]: undefined })).toEqual([
        provider === 'palm'
          ? 'palm: Value error, gemini_key or credentials is needed'
          : `${provider}.${member}: Field required`,
      ]);
      expect(keysOf(provider, { [member]: 7 }).length).toBe(member === 'size' ? 0 : 1);
    },
  );

  it.each(providers)('%s refuses members that would have no effect, and takes those that say nothing', (provider) => {
    expect(keysOf(provider, { other: 'x' })).toEqual([
      `${provider}.other: Value error, other is not supported by this version; leave it out`,
    ]);
    expect(keysOf(provider, { other: null, more: '', nothing: {} })).toEqual([]);
  });

  it('is one that this version can use', () => {
    expect(refusals(UserKeys, { groq: { key: 'sk' } })).toEqual([
      'groq: Value error, groq is not supported by this version; leave it out',
    ]);
    expect(refusals(UserKeys, { groq: {}, deepseek: null })).toEqual([]);
  });

  it.each(['openai', 'anthropic', 'mistral', 'cohere', 'hf_llm', 'openai_compat', 'hf_embedding'])(
    '%s has a key of at most 4,000 characters, not an empty one',
    (provider) => {
      expect(beyond(4_000, (size) => keysOf(provider, { key: text(size) }))).toEqual([
        `${provider}.key: String should have at most 4000 characters`,
      ]);
      expect(keysOf(provider, { key: '' })).toEqual([`${provider}.key: String should have at least 1 character`]);
    },
  );
});

describe('credentials', () => {
  it.each([
    ['palm', 'credentials', 10_000],
    ['anthropic_vertex', 'credentials', 10_000],
    ['palm', 'gemini_key', 4_000],
    ['anthropic_bedrock', 'secret_key', 4_000],
    ['anthropic_bedrock', 'access_key', 250],
    ['azure_openai', 'deployment', 250],
    ['azure_aii', 'model', 250],
    ['text_generation', 'model', 250],
  ] as const)('of %s have a %s of 1 to %i characters', (provider, member, bound) => {
    expect(keysOf(provider, { [member]: 'x' })).toEqual([]);
    expect(keysOf(provider, { [member]: '' })).toContain(
      `${provider}.${member}: String should have at least 1 character`,
    );
    expect(beyond(bound, (size) => keysOf(provider, { [member]: text(size) }))).toEqual([
      `${provider}.${member}: String should have at most ${bound} characters`,
    ]);
  });
});

describe('addresses of providers', () => {
  const at = ['azure_openai', 'azure_aii', 'azure_mistral', 'hf_llm', 'hf_embedding', 'openai_compat'];

  it.each(at)('of %s are absolute and without credentials', (provider) => {
    for (const url of ['https://a.example', 'http://localhost:8000/v1', 'https://a.example/v1/'])
      expect([url, keysOf(provider, { url })]).toEqual([url, []]);
    for (const url of ['a.example', 'ftp://a.example', 'https://me:pw@a.example', 'https://a.example?x=1', 'https://'])
      expect([url, keysOf(provider, { url }).length]).toEqual([url, 1]);
  });

  it.each(at)('of %s have at most 2,000 characters', (provider) => {
    const url = (size: number) => `https://a.example/${text(size - 'https://a.example/'.length)}`;
    expect(beyond(2_000, (size) => keysOf(provider, { url: url(size) }))).toEqual([
      `${provider}.url: String should have at most 2000 characters`,
    ]);
  });
});

describe('locations', () => {
  it.each([
    ['palm', 'location'],
    ['anthropic_vertex', 'location'],
    ['anthropic_bedrock', 'region'],
  ])('of %s are %s with letters, digits and dashes', (provider, member) => {
    for (const where of ['europe-west1', 'us-east-1', 'global'])
      expect(keysOf(provider, { [member]: where })).toEqual([]);
    for (const where of ['Europe', 'a.b', 'a/b', '', text(41)])
      expect(keysOf(provider, { [member]: where })).toEqual([
        `${provider}.${member}: String should match pattern '^[a-z0-9-]{1,40}$'`,
      ]);
  });
});

describe('a server with the chat completions protocol', () => {
  const limited = (generation_config: object) => keysOf('openai_compat', { generation_config });
  const able = (model_features: object) => keysOf('openai_compat', { model_features });

  it.each<[string, number, number]>([
    ['temperature', 0, 2],
    ['default_max_completion_tokens', 1, 10_000_000],
    ['max_input_tokens', 256, 10_000_000],
    ['max_supported_completion_tokens', 1, 10_000_000],
  ])('has %s from %d to %d', (member, least, most) => {
    const place = `openai_compat.generation_config.${member}`;
    expect([limited({ [member]: least }), limited({ [member]: most }), limited({ [member]: null })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(limited({ [member]: least - 1 })).toEqual([`${place}: Input should be greater than or equal to ${least}`]);
    expect(limited({ [member]: most + 1 })).toEqual([`${place}: Input should be less than or equal to ${most}`]);
  });

  it('has abilities, of which streaming cannot be off', () => {
    for (const name of ['system_message', 'tool_use', 'vision', 'seed_support', 'logprobs', 'file_input'])
      for (const value of [true, false, null]) expect(able({ [name]: value })).toEqual([]);
    expect([able({ streaming: true }), able({ streaming: null })]).toEqual([[], []]);
    expect(able({ streaming: false })).toEqual(['openai_compat.model_features.streaming: Input should be true']);
    expect(beyond(1_000, (max_images) => able({ max_images }))).toHaveLength(1);
    expect(able({ reasoning: 4 })).toHaveLength(1);
    expect(able({ telepathy: true })).toHaveLength(1);
  });

  it('has one of three tokenizers', () => {
    for (const tokenizer of [0, 1, 2, null]) expect(keysOf('openai_compat', { tokenizer })).toEqual([]);
    for (const tokenizer of [3, -1, '0', true]) expect(keysOf('openai_compat', { tokenizer })).toHaveLength(1);
  });
});

describe('a server of embeddings', () => {
  const embedding = (more: object) => keysOf('hf_embedding', more);

  it('has vectors of 1 to 8,192 values', () => {
    expect(embedding({ size: 0 })).toEqual(['hf_embedding.size: Input should be greater than or equal to 1']);
    expect(beyond(8_192, (size) => embedding({ size }))).toEqual([
      'hf_embedding.size: Input should be less than or equal to 8192',
    ]);
    expect(embedding({ size: 1.5 })).toHaveLength(1);
  });

  it('may cut vectors to sizes of which its own is one', () => {
    expect(embedding({ matryoshka: [128, 384] })).toEqual([]);
    expect(embedding({ matryoshka: [] })).toEqual([]);
    expect(embedding({ matryoshka: [128, 256] })).toEqual([
      'hf_embedding: Value error, size must be one of matryoshka',
    ]);
    expect(beyond(32, (size) => embedding({ matryoshka: list(size, () => 384) }))).toEqual([
      'hf_embedding.matryoshka: List should have at most 32 items after validation, not 33',
    ]);
    expect(embedding({ matryoshka: [384, 0] })).toHaveLength(1);
  });

  it('has a threshold that a cosine can reach, and prompts with a bound', () => {
    for (const threshold of [-1, 0.4, 1, null]) expect(embedding({ threshold })).toEqual([]);
    for (const threshold of [-1.1, 1.1, 'high']) expect(embedding({ threshold })).toHaveLength(1);
    for (const name of ['passage_prompt', 'query_prompt'])
      expect(beyond(2_000, (size) => embedding({ [name]: { prompt: text(size) } }))).toEqual([
        `hf_embedding.${name}.prompt: String should have at most 2000 characters`,
      ]);
    expect(embedding({ similarity: 'EUCLID' })).toEqual(["hf_embedding.similarity: Input should be 'DOT' or 'COSINE'"]);
  });
});
