import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Fetch } from '../hosted/chat-model';
import { HostedGenerator } from '../hosted/hosted-generator';
import type { HostedModel } from '../hosted/hosted-model';
import type { Timeouts } from '../hosted/patience';
import type { Generator } from '../generator';
import { drivers } from './drivers';
import type { CatalogueModel, CatalogueProvider } from './catalogue-model';
import type { ProviderCatalogue } from './provider-catalogue';
import type { ProviderKeys } from './provider-keys';

/** Generators are small; an evicted one that is in use stays alive. */
const KEPT_MAX = 1_000;
/** Concurrent answers per customer. */
const ANSWERS_MAX = 64;

/** Settings for requests to providers. */
export interface ProviderSettings {
  readonly timeouts: Timeouts;
  /** For keys and addresses of customers. */
  readonly fetch: Fetch;
}

/** Creates generators for models of the catalogue with customers' keys. */
export class ProviderGenerators {
  private readonly made = new LRUCache<string, Generator>({ max: KEPT_MAX });

  constructor(
    readonly catalogue: ProviderCatalogue,
    private readonly settings: ProviderSettings,
  ) {}

  /** Returns the same generator for the same keys, so that the concurrent requests of one customer are limited. */
  of(model: CatalogueModel, keys: ProviderKeys): Generator {
    // A hash, so that the keys themselves are not stored in more places than necessary.
    const name = createHash('sha256')
      .update(JSON.stringify([model.id, keys]))
      .digest('hex');
    const known = this.made.get(name);
    if (known) return known;
    const provider = this.catalogue.provider(model.provider);
    if (!provider) throw new Error(`The provider ${model.provider} of ${model.id} is not in the catalogue`);
    const { timeouts, fetch } = this.settings;
    const generator = new HostedGenerator({
      ...hostedModel(model, { provider, keys, fetch }),
      ...timeouts,
      answersMax: ANSWERS_MAX,
    });
    this.made.set(name, generator);
    return generator;
  }
}

interface Reached {
  readonly provider: CatalogueProvider;
  readonly keys: ProviderKeys;
  readonly fetch: Fetch;
}

/** How a model of the catalogue is called with these keys. */
export function hostedModel(
  model: CatalogueModel,
  { provider, keys, fetch }: Reached,
): Omit<HostedModel, keyof Timeouts> {
  const driver = drivers[provider.driver];
  const { generation_config: limits, model_features: can } = keys;
  const connection = { keys, baseUrl: provider.baseUrl, fetch };
  return {
    description: {
      id: model.id,
      provider: provider.id,
      languages: ['*'],
      contextTokensMax: limits?.max_input_tokens ?? model.contextTokensMax,
      vision: can?.vision ?? model.vision,
      reads: can?.file_input ? ['pdf'] : model.reads,
      followsPrompts: true,
      // What runs at an address of a customer is not known.
      reasons: provider.needs.includes('url') ? undefined : model.reasoning,
      takesOtherModels: false,
      draws: driver.images !== undefined && model.draws,
      saysProbabilities: driver.probabilities !== undefined && can?.logprobs !== false,
    },
    title: provider.title,
    lacks: {
      tools: (can?.tool_use ?? model.tools) === false,
      seed: can?.seed_support === false,
      systemMessage: can?.system_message === false,
    },
    defaults: {
      temperature: limits?.temperature ?? undefined,
      answerTokens: limits?.default_max_completion_tokens ?? undefined,
    },
    answerTokensMax: limits?.max_supported_completion_tokens ?? model.outputTokensMax,
    parallelCalls: (areAllowed) => driver.parallelCalls(areAllowed),
    probabilities: driver.probabilities,
    images: driver.images,
    open: () => driver.open(connection, model.name),
  };
}
