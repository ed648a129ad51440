import { builtInModels } from './built-in-models';
import type { DriverName } from './drivers';

/** Who runs models. */
export interface CatalogueProvider {
  /** Also the member of keys and prompts that applies to its models. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** How its models are called. */
  readonly driver: DriverName;
  /** Instead of the address that the driver knows; keys with a `url` of their own take precedence. */
  readonly baseUrl?: string;
  /** Members that keys must have. */
  readonly needs: readonly string[];
}

/** List price in US dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** A model that a provider runs. */
export interface CatalogueModel {
  /** What configurations and questions say. */
  readonly id: string;
  /** Id of its provider. */
  readonly provider: string;
  /** What the provider calls it; where keys say it, this is unused. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Tokens of prompt and answer together. */
  readonly contextTokensMax: number;
  /** Tokens of an answer. */
  readonly outputTokensMax: number;
  readonly vision: boolean;
  readonly tools: boolean;
  readonly reasoning: boolean;
  /** Undefined where nobody said it. */
  readonly prices?: Prices;
}

/** What an operator adds or replaces, by id. */
export interface CatalogueAdditions {
  readonly providers: readonly CatalogueProvider[];
  readonly models: readonly CatalogueModel[];
}

const builtInProviders: readonly CatalogueProvider[] = [
  { id: 'openai', title: 'OpenAI', driver: 'openai', needs: ['key'] },
  { id: 'azure_openai', title: 'Azure OpenAI', driver: 'azure_openai', needs: ['key', 'url', 'deployment'] },
  { id: 'anthropic', title: 'Anthropic', driver: 'anthropic', needs: ['key'] },
  { id: 'palm', title: 'Google', driver: 'google', needs: ['gemini_key'] },
  { id: 'mistral', title: 'Mistral', driver: 'mistral', needs: ['key'] },
  { id: 'cohere', title: 'Cohere', driver: 'cohere', needs: ['key'] },
  {
    ...{ id: 'anthropic_bedrock', title: 'Amazon Bedrock', driver: 'bedrock' },
    needs: ['access_key', 'secret_key'],
  },
  { id: 'openai_compat', title: 'Chat completions server', driver: 'openai_compat', needs: ['url', 'model_id'] },
];

/** Providers and models that this version can call, whether or not somebody has a key for them. */
export class ProviderCatalogue {
  private readonly providersById: ReadonlyMap<string, CatalogueProvider>;
  private readonly modelsById: ReadonlyMap<string, CatalogueModel>;

  constructor(added: CatalogueAdditions = { providers: [], models: [] }) {
    this.providersById = new Map([...builtInProviders, ...added.providers].map((one) => [one.id, one]));
    this.modelsById = new Map([...builtInModels, ...added.models].map((one) => [one.id, one]));
  }

  get models(): readonly CatalogueModel[] {
    return [...this.modelsById.values()];
  }

  get providers(): readonly CatalogueProvider[] {
    return [...this.providersById.values()];
  }

  model(id: string): CatalogueModel | undefined {
    return this.modelsById.get(id);
  }

  provider(id: string): CatalogueProvider | undefined {
    return this.providersById.get(id);
  }

  modelsOf(provider: string): readonly CatalogueModel[] {
    return this.models.filter((model) => model.provider === provider);
  }
}
