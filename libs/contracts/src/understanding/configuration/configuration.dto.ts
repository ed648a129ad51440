import type { Integer } from '../../core/integer';
import { asUuid } from '../../core/uuid';
import type {
  LearningConfiguration,
  SummaryPrompt,
  UserPrompt,
} from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import type { UserKeys } from '../../knowledge-box/user-keys/user-keys.dto';
import { declareId } from '../../validation/ids';

const LABEL = /^[a-z0-9_-]{1,250}$/;

/** A knowledge box that need not be here: clients keep configurations for their own. */
export class ConfigurationTarget {
  /** Id of a knowledge box, or up to 250 lower-case letters, digits, `-` and `_` that the client chose. */
  @declareId({
    read: (written) => asUuid(written) ?? (LABEL.test(written) ? written : undefined),
    unreadable: 'Configuration not found. UUID, or lower-case letters, digits, "-" and "_" expected.',
  })
  kbid!: string;
}

/** An embedding model, as an index must know it. */
export interface SemanticModelConfig {
  /** 0 is the dot product, 1 the cosine. Vectors have unit length, with which they are the same. */
  readonly similarity: Integer;
  /** Values of a vector. */
  readonly size: Integer;
  /** Similarity above which two texts are about the same thing. */
  readonly threshold: number;
  /** Longer texts are cut here; null when nothing is cut. */
  readonly max_tokens: Integer | null;
  /** Shorter vectors that are prefixes of longer ones: none. */
  readonly matryoshka_dims: readonly Integer[];
  /** Whether a model server makes the vectors. */
  readonly external: boolean;
}

/** Which models a knowledge box uses, and how. */
export class LearningConfigurationRecord {
  /** Always null in this version. */
  resource_labelers_models!: null;
  /** Always null in this version. */
  paragraph_labelers_models!: null;
  /** Always null in this version. */
  intent_models!: null;
  /** The first of `semantic_models`. */
  semantic_model!: string;
  /** Embedding models. */
  semantic_models!: readonly string[];
  /** Embedding model of searches that name none; null is the first. */
  default_semantic_model!: string | null;
  /** Nothing is made anonymous. */
  anonymization_model!: 'disabled';
  /** Images get no labels. */
  visual_labeling!: 'disabled';
  /** Model that recognises names. */
  ner_model!: 'multilingual';
  /** Model that finds relations. */
  relation_model!: 'base';
  /** Model that answers questions which name none. */
  generative_model!: string;
  /** Model that sums up texts. */
  summary_model!: string;
  /** How long summaries are that do not say it themselves. */
  summary!: 'simple' | 'extended';
  /** Prompt for summaries. */
  summary_prompt!: SummaryPrompt | null;
  /** Keys by provider, shown as `********`. */
  user_keys!: UserKeys | null;
  /** Prompts by provider. */
  user_prompts!: Readonly<Record<string, UserPrompt>> | null;
  /** Whether answers are formatted as Markdown although the question does not ask for it. */
  prefer_markdown_generative_response!: boolean;
  /** Of the default embedding model. */
  semantic_vector_similarity!: string;
  /** Of the default embedding model. */
  semantic_vector_size!: Integer;
  /** Of the default embedding model. */
  semantic_threshold!: number;
  /** Of the default embedding model. */
  semantic_matryoshka_dims!: readonly Integer[];
  /** By name of the embedding model, one for each. */
  semantic_model_configs!: Readonly<Record<string, SemanticModelConfig>>;
  /** Always empty in this version. */
  semantic_graph_node_models!: readonly string[];
  /** Always empty in this version. */
  semantic_graph_edge_models!: readonly string[];
  /** Always null in this version. */
  default_semantic_graph_node_model!: null;
  /** Always null in this version. */
  default_semantic_graph_edge_model!: null;
  /** Always empty in this version. */
  semantic_graph_node_model_configs!: Readonly<Record<string, SemanticModelConfig>>;
  /** Always empty in this version. */
  semantic_graph_edge_model_configs!: Readonly<Record<string, SemanticModelConfig>>;
}

/** Names a knowledge box and who owns it. */
export class OwnedConfiguration {
  /** Id of the account. */
  account!: string;
  /** Id of the knowledge box. */
  kbid!: string;
}

/** The configuration of a knowledge box that is about to be created. */
export class NewBoxConfiguration extends OwnedConfiguration {
  /** As it was given. */
  configuration!: LearningConfiguration;
}

/** Configuration of a knowledge box, without embedding models and keys; empty without one. */
export class ChosenConfiguration {
  /** Members of `LearningConfiguration`. */
  configuration!: Readonly<Record<string, unknown>>;
}
