/** Keys of one provider, and where its models are. Which members a provider needs, the catalogue says. */
export interface ProviderKeys {
  /** Secret of the provider. */
  readonly key?: string;
  /** Organisation that pays. */
  readonly org?: string;
  /** Address of the server or the resource. */
  readonly url?: string;
  /** Name of a deployment of Azure. */
  readonly deployment?: string;
  /** The model that is deployed: its name, or for people. */
  readonly model?: string | number;
  /** Secret of the Gemini API. */
  readonly gemini_key?: string;
  /** Of a service account of Google Cloud: its JSON file. */
  readonly credentials?: string;
  /** Of models of Google Cloud. */
  readonly location?: string;
  /** Id of a key of a cloud account. */
  readonly access_key?: string;
  /** That key. */
  readonly secret_key?: string;
  /** Of credentials that end. */
  readonly session_token?: string;
  /** Region of the models. */
  readonly region?: string;
  /** Values per vector of an embedding model. */
  readonly size?: number;
  /** Sizes that its vectors can be cut to. */
  readonly matryoshka?: readonly number[] | null;
  /** How its vectors are compared. */
  readonly similarity?: 'DOT' | 'COSINE' | null;
  /** Cosine above which it finds two texts alike. */
  readonly threshold?: number;
  /** What it reads before each text that looks for something. */
  readonly query_prompt?: EmbeddingPrompt | null;
  /** What it reads before each text that is looked for. */
  readonly passage_prompt?: EmbeddingPrompt | null;
  /** What a server calls the model. */
  readonly model_id?: string;
  /** Limits of the model. */
  readonly generation_config?: GenerationConfig | null;
  /** What the model can do. */
  readonly model_features?: ModelAbilities | null;
}

/** What precedes a text that is embedded. */
export interface EmbeddingPrompt {
  readonly prompt?: string | null;
}

/** Limits of a model that the catalogue does not know. */
export interface GenerationConfig {
  readonly temperature?: number | null;
  readonly default_max_completion_tokens?: number | null;
  readonly max_input_tokens?: number | null;
  readonly max_supported_completion_tokens?: number | null;
}

/** What a model can do that the catalogue does not know; false says that it cannot. */
export interface ModelAbilities {
  readonly system_message?: boolean | null;
  readonly tool_use?: boolean | null;
  readonly vision?: boolean | null;
  readonly seed_support?: boolean | null;
  readonly logprobs?: boolean | null;
  readonly file_input?: boolean | null;
}

/** Members that keys lack for a provider; none when they are complete. */
export function lackingKeys(
  { needs, orNeeds }: { readonly needs: readonly string[]; readonly orNeeds?: readonly string[] },
  keys: object = {},
): readonly string[] {
  const isComplete = (members: readonly string[]) => members.every((member) => member in keys);
  if (isComplete(needs) || (orNeeds && isComplete(orNeeds))) return [];
  return needs.filter((member) => !(member in keys));
}
