/** What a model says of itself. */
export interface SpokenLanguages {
  /** ISO 639-1; `*` when it does not depend on the language. */
  readonly languages: readonly string[];
  /** Share of the fused score it deserves where it speaks the language, 0..1. */
  readonly fusionWeight: number;
  /** The same where it does not. */
  readonly fusionWeightElsewhere: number;
}

/** Share of a collection, 0..1, that may be in other languages before a model counts as not speaking them. */
const FOREIGN_SHARE_MAX = 0.5;

/**
 * What of a fused score the semantic leg deserves: the model's own weight where it speaks both the query's language and
 * most of the collection, its lesser weight everywhere else.
 *
 * @param queryLanguage ISO 639-1, or empty when it is not known: then the collection decides
 * @param collection share of paragraphs by language, summing up to 1 at most; empty when nothing is known
 */
export function semanticWeight(
  model: SpokenLanguages,
  queryLanguage: string,
  collection: Readonly<Record<string, number>>,
): number {
  const speaks = (language: string) => model.languages.includes('*') || model.languages.includes(language);
  if (queryLanguage !== '' && !speaks(queryLanguage)) return model.fusionWeightElsewhere;
  const foreign = Object.entries(collection)
    .filter(([language]) => !speaks(language))
    .reduce((sum, [, share]) => sum + share, 0);
  return foreign > FOREIGN_SHARE_MAX ? model.fusionWeightElsewhere : model.fusionWeight;
}
