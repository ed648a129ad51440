import { builtInModels } from './built-in-models';
import type { CatalogueModel, CatalogueProvider } from './catalogue-model';

/** An operator's additions and replacements, by id. */
export interface CatalogueAdditions {
  readonly providers: readonly CatalogueProvider[];
  readonly models: readonly CatalogueModel[];
}

const builtInProviders: readonly CatalogueProvider[] = [
  { id: 'openai', title: 'OpenAI', driver: 'openai', needs: ['key'] },
  { id: 'azure_openai', title: 'Azure OpenAI', driver: 'azure_openai', needs: ['key', 'url', 'deployment'] },
  { id: 'anthropic', title: 'Anthropic', driver: 'anthropic', needs: ['key'] },
  { id: 'palm', title: 'Google', driver: 'google', needs: ['gemini_key'], orNeeds: ['credentials'] },
  { id: 'mistral', title: 'Mistral', driver: 'mistral', needs: ['key'] },
  { id: 'cohere', title: 'Cohere', driver: 'cohere', needs: ['key'] },
  {
    id: 'anthropic_bedrock',
    title: 'Amazon Bedrock',
    driver: 'bedrock',
    needs: ['access_key', 'secret_key'],
  },
  { id: 'anthropic_vertex', title: 'Anthropic on Vertex AI', driver: 'anthropic_vertex', needs: ['credentials'] },
  { id: 'azure_aii', title: 'Azure AI Inference', driver: 'azure_inference', needs: ['key', 'url', 'model'] },
  { id: 'azure_mistral', title: 'Mistral on Azure', driver: 'chat_endpoint', needs: ['key', 'url'] },
  { id: 'hf_llm', title: 'Hugging Face endpoint', driver: 'chat_endpoint', needs: ['key', 'url'] },
  { id: 'openai_compat', title: 'Chat completions server', driver: 'openai_compat', needs: ['url', 'model_id'] },
];

/** Providers and models that this version supports, whether or not anybody has a key for them. */
export class ProviderCatalogue {
  private readonly providersById: ReadonlyMap<string, CatalogueProvider>;
  private readonly modelsById: ReadonlyMap<string, CatalogueModel>;
  private readonly modelsByName: ReadonlyMap<string, CatalogueModel>;

  constructor(added: CatalogueAdditions = { providers: [], models: [] }) {
    this.providersById = new Map([...builtInProviders, ...added.providers].map((one) => [one.id, one]));
    this.modelsById = new Map([...builtInModels, ...added.models].map((one) => [one.id, one]));
    this.modelsByName = new Map(this.models.map((one) => [folded(one.id), one]));
  }

  /** In display order. */
  get models(): readonly CatalogueModel[] {
    return [...this.modelsById.values()];
  }

  /** In display order. */
  get providers(): readonly CatalogueProvider[] {
    return [...this.providersById.values()];
  }

  /** Looks up a name from configurations or requests, ignoring capitals, `-` and `_`. */
  model(id: string): CatalogueModel | undefined {
    return this.modelsById.get(id) ?? this.modelsByName.get(folded(id));
  }

  /** By id. */
  provider(id: string): CatalogueProvider | undefined {
    return this.providersById.get(id);
  }

  /** All models of a provider. */
  modelsOf(provider: string): readonly CatalogueModel[] {
    return this.models.filter((model) => model.provider === provider);
  }
}

function folded(id: string): string {
  return id.toLowerCase().replaceAll('-', '_');
}
