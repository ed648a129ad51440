import type { LearningConfigurationRecord, SemanticModelConfig } from '@lectern/contracts/understanding';
import { type EmbedderDescription, SERVER_EMBEDDER } from '@lectern/models';
import { type AvailableModels, embeddersWith } from './available-models';
import type { Choices } from './stored-choices';
import { maskedKeys, type StoredKeys } from '../account-model/user-keys';

/** Dot product, which equals the cosine for unit vectors. */
const DOT = 0;

export interface Configured {
  readonly choices: Choices;
  readonly keys: StoredKeys;
  /** Vectorsets of a knowledge box in this zone, the default first; absent for other boxes. */
  readonly vectorsets?: readonly string[];
}

/** The effective configuration, including defaults. */
export function configurationRecord(
  { choices, keys, vectorsets = [] }: Configured,
  models: AvailableModels,
): LearningConfigurationRecord {
  const named = vectorsets.length > 0 ? vectorsets : (choices.semantic_models ?? []);
  const chosen = choices.default_semantic_model;
  const semantic = named.length > 0 ? named : [chosen ?? models.defaultEmbedder];
  const generative = choices.generative_model ?? models.defaultGenerator;
  const configs = Object.fromEntries(
    embeddersWith(keys, models)
      .filter(({ id }) => semantic.includes(id))
      .map((model) => [model.id, semanticConfig(model, keys, models)]),
  );
  const first = semantic[0] ?? models.defaultEmbedder;
  const main = configs[chosen ?? first];
  return {
    ...NONE,
    semantic_model: first,
    semantic_models: semantic,
    default_semantic_model: chosen ?? null,
    generative_model: generative,
    summary_model: choices.summary_model ?? generative,
    summary: choices.summary ?? 'simple',
    summary_prompt: choices.summary_prompt ?? null,
    user_keys: maskedKeys(keys),
    user_prompts: choices.user_prompts ?? null,
    prefer_markdown_generative_response: choices.prefer_markdown_generative_response ?? false,
    semantic_vector_similarity: 'DOT',
    semantic_vector_size: main?.size ?? 0,
    semantic_threshold: main?.threshold ?? 0,
    semantic_matryoshka_dims: main?.matryoshka_dims ?? [],
    semantic_model_configs: configs,
  };
}

/** The properties of a model that an index needs. */
function semanticConfig(
  { id, dimensions, defaultMinScore, tokensMax }: EmbedderDescription,
  keys: StoredKeys,
  { embedders, externalEmbedder }: AvailableModels,
): SemanticModelConfig {
  const isOwn = !embedders.some((model) => model.id === id);
  return {
    similarity: DOT,
    size: dimensions,
    threshold: defaultMinScore,
    max_tokens: tokensMax ?? null,
    matryoshka_dims: isOwn && id === SERVER_EMBEDDER ? (keys[id]?.matryoshka ?? []) : [],
    external: isOwn || id === externalEmbedder,
  };
}

const NONE = {
  resource_labelers_models: null,
  paragraph_labelers_models: null,
  intent_models: null,
  anonymization_model: 'disabled',
  visual_labeling: 'disabled',
  ner_model: 'multilingual',
  relation_model: 'base',
  semantic_graph_node_models: [],
  semantic_graph_edge_models: [],
  default_semantic_graph_node_model: null,
  default_semantic_graph_edge_model: null,
  semantic_graph_node_model_configs: {},
  semantic_graph_edge_model_configs: {},
} as const;
