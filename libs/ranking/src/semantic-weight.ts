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
/** Below this share of a collection, 0..1, a language counts as not its own: its words are hardly in it. */
const OWN_SHARE_MIN = 0.1;
/** What meaning deserves where words cannot tell, 0..1; more changes nothing (docs/benchmarks.md). */
const WEIGHT_ACROSS = 0.8;

/**
 * What of a fused score the semantic leg deserves: the model's own weight where it speaks both the query's language and
 * most of the collection, its lesser weight everywhere else. Most of the score where it speaks both but the collection
 * is in other languages than the query, so that its words find little.
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
  if (foreign > FOREIGN_SHARE_MAX) return model.fusionWeightElsewhere;
  // A model that does not depend on the language may know no meanings at all.
  const isMeant = model.languages.includes(queryLanguage) && Object.keys(collection).length > 0;
  const isAcross = isMeant && (collection[queryLanguage] ?? 0) < OWN_SHARE_MIN;
  return isAcross ? Math.max(WEIGHT_ACROSS, model.fusionWeight) : model.fusionWeight;
}
