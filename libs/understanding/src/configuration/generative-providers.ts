import type { GenerativeProvider, GenerativeProviders, ProvidedModel } from '@lectern/contracts/understanding';
import type { GeneratorDescription } from '@lectern/models';
import { type AvailableModels, descriptionOf, type ProviderName, providerOf } from './available-models';

const titles: Readonly<Record<ProviderName, string>> = {
  local: 'Built-in reader',
  openai_compat: 'Chat completions server',
};

/** Generative models with what they can do. */
export function generativeProviders({ generators }: AvailableModels): GenerativeProviders {
  const byProvider = Map.groupBy(generators, providerOf);
  return {
    providers: Object.fromEntries([...byProvider].map(([name, models]) => [name, providerWith(name, models)])),
  };
}

function providerWith(name: ProviderName, models: readonly GeneratorDescription[]): GenerativeProvider {
  return {
    title: titles[name],
    enterprise_readiness: name === 'local',
    models: Object.fromEntries(models.map((model) => [model.id, providedModel(model)])),
  };
}

function providedModel(model: GeneratorDescription): ProvidedModel {
  const provider = providerOf(model);
  const isServer = provider === 'openai_compat';
  return {
    name: model.id,
    ...descriptionOf(model),
    config: {
      input_tokens: { min: 0, max: model.contextTokensMax },
      output_tokens: { min: 0, max: model.contextTokensMax, default_max: null },
      prompt_id: isServer ? provider : null,
      driver: provider,
      max_images: model.vision ? '1' : '0',
      assume_role: 0,
    },
    features: {
      ...{ structured_output: {}, streaming: {} },
      ...(isServer && { tools: {}, system_message: {}, custom_keys: {} }),
      ...(model.vision && { vision: {} }),
    },
    metadata: {
      deployed_region: null,
      data_residency_status: isServer ? 'unknown' : 'guaranteed',
      deprecated: false,
    },
  };
}
