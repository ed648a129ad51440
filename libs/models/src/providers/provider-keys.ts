/** Keys for one provider, and the location of its models. The catalogue lists the members that a provider needs. */
export interface ProviderKeys {
  /** Secret of the provider. */
  readonly key?: string;
  /** Organisation that pays. */
  readonly org?: string;
  /** Address of the server or the resource. */
  readonly url?: string;
  /** Name of a deployment of Azure. */
  readonly deployment?: string;
  /** The deployed model: its name, or a title for people. */
  readonly model?: string | number;
  /** Secret of the Gemini API. */
  readonly gemini_key?: string;
  /** The JSON file of a service account of Google Cloud. */
  readonly credentials?: string;
  /** Location of models on Google Cloud. */
  readonly location?: string;
  /** Id of a key of a cloud account. */
  readonly access_key?: string;
  /** Secret of that key. */
  readonly secret_key?: string;
  /** Session token of temporary credentials. */
  readonly session_token?: string;
  /** Region of the models. */
  readonly region?: string;
  /** Values per vector of an embedding model. */
  readonly size?: number;
  /** Sizes to which its vectors can be truncated. */
  readonly matryoshka?: readonly number[] | null;
  /** How its vectors are compared. */
  readonly similarity?: 'DOT' | 'COSINE' | null;
  /** Cosine above which it considers two texts similar. */
  readonly threshold?: number;
  /** Prompt before each query. */
  readonly query_prompt?: EmbeddingPrompt | null;
  /** Prompt before each passage. */
  readonly passage_prompt?: EmbeddingPrompt | null;
  /** Name of the model on a server. */
  readonly model_id?: string;
  /** Limits of the model. */
  readonly generation_config?: GenerationConfig | null;
  /** Abilities of the model. */
  readonly model_features?: ModelAbilities | null;
}

/** A prompt before a text that is embedded. */
export interface EmbeddingPrompt {
  readonly prompt?: string | null;
}

/** Limits of a model that is not in the catalogue. */
export interface GenerationConfig {
  readonly temperature?: number | null;
  readonly default_max_completion_tokens?: number | null;
  readonly max_input_tokens?: number | null;
  readonly max_supported_completion_tokens?: number | null;
}

/** Abilities of a model that is not in the catalogue; false means that it lacks one. */
export interface ModelAbilities {
  readonly system_message?: boolean | null;
  readonly tool_use?: boolean | null;
  readonly vision?: boolean | null;
  readonly seed_support?: boolean | null;
  readonly logprobs?: boolean | null;
  readonly file_input?: boolean | null;
}

/** Members that keys lack for a provider; empty when they are complete. */
export function lackingKeys(
  { needs, orNeeds }: { readonly needs: readonly string[]; readonly orNeeds?: readonly string[] },
  keys: object = {},
): readonly string[] {
  const isComplete = (members: readonly string[]) => members.every((member) => member in keys);
  if (isComplete(needs) || (orNeeds && isComplete(orNeeds))) return [];
  return needs.filter((member) => !(member in keys));
}
