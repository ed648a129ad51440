/** What a model says of itself. */
export interface SpokenLanguages {
  /** ISO 639-1; `*` when it does not depend on the language. */
  readonly languages: readonly string[];
  /** Share of the fused score it deserves where it speaks the language, 0..1. */
  readonly fusionWeight: number;
}

/** Share of a collection, 0..1, that must be in a model's languages before its whole weight counts. */
const FOREIGN_SHARE_MAX = 0.5;

/**
 * What of a fused score the semantic leg deserves: the model's own weight where it speaks the query's language, less by
 * the share of the collection that it does not speak, nothing where it does not understand the query at all.
 *
 * @param collection share of paragraphs by language, summing up to 1; empty when nothing is known
 */
export function semanticWeight(
  model: SpokenLanguages,
  queryLanguage: string,
  collection: Readonly<Record<string, number>>,
): number {
  if (model.languages.includes('*')) return model.fusionWeight;
  if (queryLanguage !== '' && !model.languages.includes(queryLanguage)) return 0;
  const known = Object.entries(collection).filter(([language]) => language !== '');
  if (known.length === 0) return model.fusionWeight;
  const foreign = known.filter(([language]) => !model.languages.includes(language)).reduce((sum, [, share]) => sum + share, 0);
  return foreign > FOREIGN_SHARE_MAX && queryLanguage === '' ? 0 : model.fusionWeight;
}
