/** Keys of one provider, and where its models are. Which members a provider needs, the catalogue says. */
export interface ProviderKeys {
  readonly key?: string;
  readonly org?: string;
  readonly url?: string;
  readonly deployment?: string;
  readonly model?: string;
  readonly gemini_key?: string;
  readonly access_key?: string;
  readonly secret_key?: string;
  /** Of credentials that end. */
  readonly session_token?: string;
  readonly region?: string;
  readonly model_id?: string;
  readonly generation_config?: GenerationConfig | null;
  readonly model_features?: ModelAbilities | null;
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
}
