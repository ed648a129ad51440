import type { GenerativeProvider, GenerativeProviders, ProvidedModel } from '@lectern/contracts/understanding';
import type { CatalogueModel, GeneratorDescription } from '@lectern/models';
import { type AvailableModels, descriptionOf, otherDescriptionOf, otherModels } from './available-models';

/**
 * Generative models with their capabilities: those of the deployment, and those available with the customer's own keys.
 */
export function generativeProviders(models: AvailableModels): GenerativeProviders {
  const here = models.generators.map((model) => [model.provider, providedModel(model, models)] as const);
  const others = otherModels(models).map((model) => [model.provider, otherModel(model, models)] as const);
  const byProvider = Map.groupBy([...here, ...others], ([provider]) => provider);
  return {
    providers: Object.fromEntries(
      [...byProvider].map(([name, entries]) => [
        name,
        providerWith(
          titleOf(name, models),
          entries.map(([, model]) => model),
        ),
      ]),
    ),
  };
}

function titleOf(provider: string, { catalogue }: AvailableModels): string {
  return provider === 'local' ? 'Built-in reader' : (catalogue.provider(provider)?.title ?? provider);
}

function providerWith(title: string, models: readonly ProvidedModel[]): GenerativeProvider {
  return {
    title,
    enterprise_readiness: models.every(({ metadata }) => metadata.data_residency_status === 'guaranteed'),
    models: Object.fromEntries(models.map((model) => [model.name, model])),
  };
}

function providedModel(model: GeneratorDescription, models: AvailableModels): ProvidedModel {
  const known = models.catalogue.model(model.id);
  if (known && known.provider === model.provider)
    return { ...otherModel(known, models), ...descriptionOf(model, models) };
  const isServer = model.provider !== 'local';
  return {
    name: model.id,
    ...descriptionOf(model, models),
    config: {
      input_tokens: { min: 0, max: model.contextTokensMax },
      output_tokens: { min: 0, max: model.contextTokensMax, default_max: null },
      prompt_id: isServer ? model.provider : null,
      driver: model.provider,
      max_images: model.vision ? '1' : '0',
      assume_role: 0,
    },
    features: {
      structured_output: {},
      streaming: {},
      ...(isServer && { tools: {}, system_message: {}, custom_keys: {} }),
      ...(model.vision && { vision: {} }),
      ...(model.reads?.includes('pdf') && { file_input: {} }),
    },
    metadata: { ...NOTHING_KNOWN, data_residency_status: isServer ? 'unknown' : 'guaranteed' },
  };
}

function otherModel(model: CatalogueModel, models: AvailableModels): ProvidedModel {
  const { id, provider, contextTokensMax, outputTokensMax, vision, reads, draws, tools, reasoning, prices } = model;
  return {
    name: id,
    ...otherDescriptionOf(model, models),
    config: {
      input_tokens: { min: 0, max: contextTokensMax },
      output_tokens: { min: 0, max: outputTokensMax, default_max: null },
      prompt_id: provider,
      driver: models.catalogue.provider(provider)?.driver ?? provider,
      max_images: vision ? '20' : '0',
      assume_role: 0,
    },
    features: {
      structured_output: {},
      streaming: {},
      system_message: {},
      custom_keys: {},
      ...(tools && { tools: {} }),
      ...(vision && { vision: {} }),
      ...(reads?.includes('pdf') && { file_input: {} }),
      ...(draws && { image_generation: {} }),
      ...(reasoning && { reasoning: REASONING }),
    },
    metadata: { ...NOTHING_KNOWN, prices: prices ?? null },
  };
}

const REASONING = { default: 'medium', available_efforts: ['low', 'medium', 'high'], supports_disabling: true };
const NOTHING_KNOWN = {
  deployed_region: null,
  data_residency_status: 'unknown',
  deprecated: false,
  prices: null,
} as const;
