import { IsOptional } from 'class-validator';
import { OptionalKnowledgeBox } from '../../knowledge-box/params';
import { AccountIdOrSlug } from '../../validation/ids';

/** The knowledge box or the account that a schema is for, where the path names one. */
export class LearningSchemaTarget extends OptionalKnowledgeBox {
  /** Id (UUID, with or without hyphens) or slug of the account. */
  @IsOptional() @AccountIdOrSlug() account?: string;
}

/** A value that can be chosen. */
export interface LearningOption {
  /** For people. */
  readonly name: string;
  /** Value in a configuration. */
  readonly value: string;
}

/** A generative model that can be chosen. */
export interface GenerativeOption extends LearningOption {
  /** Description, for people. */
  readonly description: string;
  /** `local` is the built-in reader, `openai_compat` chat completions servers; the others are those of `user_keys`. */
  readonly provider: string;
  /** Member of `user_prompts` that applies to it; null when it follows no prompts. */
  readonly user_prompt: string | null;
  /** Member of `user_keys` that applies to it; null when it needs none. */
  readonly user_key: string | null;
}

/** A member of a configuration that has one of some values. */
export interface OptionsEntry {
  /** The values. */
  readonly options: readonly LearningOption[];
  /** The one that applies when none is chosen. */
  readonly default: string | null;
  /** Whether it can be chosen for a new knowledge box. */
  readonly create: boolean;
  /** Whether it can be changed later. */
  readonly update: boolean;
  /** Whether it is a list. */
  readonly multiple: boolean;
}

/** A member of a configuration that names a generative model. */
export interface GenerativeEntry extends OptionsEntry {
  /** Models of the deployment, those of the catalogue, and those that the account has configured. */
  readonly options: readonly GenerativeOption[];
}

/** A member of a configuration that JSON Schemas describe. */
export interface SchemaEntry {
  /** A JSON Schema by provider, or the JSON Schema of the member itself. */
  readonly schemas: Readonly<Record<string, unknown>>;
  /** Whether it can be chosen for a new knowledge box. */
  readonly create: boolean;
  /** Whether it can be changed later. */
  readonly update: boolean;
}

/** Possible members of learning configurations; null for members that this version does not have. */
export class LearningSchema {
  /** Deprecated: `semantic_models` with one entry. */
  semantic_model!: OptionsEntry;
  /** Embedding models that are installed. */
  semantic_models!: OptionsEntry;
  /** Embedding model of searches that name none. */
  default_semantic_model!: OptionsEntry;
  /** Whether texts are made anonymous. */
  anonymization_model!: OptionsEntry;
  /** Whether images get labels. */
  visual_labeling!: OptionsEntry;
  /** Models that answer questions. */
  generative_model!: GenerativeEntry;
  /** Models that sum up texts. */
  summary_model!: GenerativeEntry;
  /** Model that recognises names. */
  ner_model!: OptionsEntry;
  /** Model that finds relations. */
  relation_model!: OptionsEntry;
  /** How long summaries are. */
  summary!: OptionsEntry;
  /** Keys by provider. */
  user_keys!: SchemaEntry;
  /** Prompts by provider. */
  user_prompts!: SchemaEntry;
  /** Prompt for summaries. */
  summary_prompt!: SchemaEntry;
  /** Whether answers are formatted as Markdown. */
  prefer_markdown_generative_response!: SchemaEntry;
  /** None in this version. */
  semantic_graph_node_models!: null;
  /** None in this version. */
  semantic_graph_edge_models!: null;
  /** None in this version. */
  default_semantic_graph_node_model!: null;
  /** None in this version. */
  default_semantic_graph_edge_model!: null;
}
