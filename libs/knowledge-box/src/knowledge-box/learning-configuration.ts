type Configuration = Readonly<Record<string, unknown>>;

/** A learning configuration, and the keys of model providers that came in it. */
export interface SplitConfiguration {
  readonly configuration: Record<string, unknown> | null;
  readonly userKeys: Configuration | undefined;
}

/** Keeps secrets apart, and writes the deprecated single model as a list of one. */
export function splitConfiguration(given: Configuration | null | undefined): SplitConfiguration {
  if (!given) return { configuration: null, userKeys: undefined };
  const { user_keys: userKeys, semantic_model: model, ...rest } = given;
  const models = rest['semantic_models'] ?? (typeof model === 'string' ? [model] : undefined);
  return {
    configuration: models === undefined ? rest : { ...rest, semantic_models: models },
    userKeys: isObject(userKeys) && Object.keys(userKeys).length > 0 ? userKeys : undefined,
  };
}

function isObject(value: unknown): value is Configuration {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
