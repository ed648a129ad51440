import type { SimilarityBackground } from '@lectern/contracts/understanding';
import type { FusedHit, Ranking } from '@lectern/ranking';
import { languageCode } from '@lectern/text';

/**
 * Standard deviations above the similarity of unrelated texts from which a text counts as relevant. On 600 questions of
 * two collections, bge-small scores below it for one relevant passage that shares no word with its question.
 */
const DEVIATIONS = 3.5;
/** The same for multilingual models, whose similarities within and across languages differ. */
const DEVIATIONS_ACROSS = 2;

/** The minimum similarity that is not chance; undefined if it was not measured. @param spoken as in `Nearness` */
export function floorOf(background: SimilarityBackground | undefined, spoken: readonly string[]): number | undefined {
  return background && background.mean + (isOfOne(spoken) ? DEVIATIONS : DEVIATIONS_ACROSS) * background.deviation;
}

/** Whether a hit was found by meaning only. */
export function isNearInMeaningOnly({ legs }: Pick<FusedHit, 'legs'>): boolean {
  return legs.length > 0 && legs.every(({ leg }) => leg === 'semantic');
}

/** Data for deciding whether a similarity is due to chance. */
export interface Nearness {
  /** Minimum similarity of relevant texts; absent if it was not measured. */
  readonly floor?: number;
  /** Languages of the model; `*` for all. */
  readonly spoken: readonly string[];
  /** Language of the query, or empty. */
  readonly language: string;
}

/**
 * Removes purely semantic hits that are no more similar than unrelated texts, for monolingual models. Multilingual
 * models give lower similarities across languages, so their hits have to be read first.
 */
export function aboveFloor(hits: readonly FusedHit[], { floor, spoken }: Nearness): readonly FusedHit[] {
  if (floor === undefined || !isOfOne(spoken)) return hits;
  return hits.filter((hit) => !isNearInMeaningOnly(hit) || similarityOf(hit) >= floor);
}

/** Shorter texts are too short for language detection. */
const LANGUAGE_CHARS_MIN = 40;
const EVERY_LANGUAGE = '*';

function isOfOne(spoken: readonly string[]): boolean {
  return spoken.length === 1 && !spoken.includes(EVERY_LANGUAGE);
}

/**
 * Whether a hit is due to chance: in a language that the model does not support, or below the floor in the query's
 * language.
 */
export function isChance(
  hit: FusedHit,
  { text, language }: { readonly text: string; readonly language: string },
  { floor, spoken, language: asked }: Nearness,
): boolean {
  if (floor === undefined || !isNearInMeaningOnly(hit)) return false;
  const own = languageCode(language);
  const isTold = own !== '' && text.length >= LANGUAGE_CHARS_MIN;
  if (isTold && !spoken.includes(EVERY_LANGUAGE) && !spoken.includes(own)) return true;
  const isSame = asked === '' ? isOfOne(spoken) : own === '' || own === asked;
  return isSame && similarityOf(hit) < floor;
}

function similarityOf({ legs }: FusedHit): number {
  return Math.max(...legs.map(({ score }) => score));
}

interface Known {
  /** Minimum score of a model that supports the query; absent if there is none. */
  readonly least?: number;
  /** The model's hits. */
  readonly semantic: Ranking;
  /** Hits whose similarity is not yet known. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * Semantic similarity of hits to the query, by id, scaled so that 0 is the model's minimum score and 1 is identical
 * meaning. Hits that the model did not find have 0. Unknown similarities are left out; if no model supports the query,
 * all are.
 */
export function similaritiesOf(
  hits: readonly FusedHit[],
  { least, semantic, unknown }: Known,
): ReadonlyMap<string, number> {
  if (least === undefined || least >= 1 || semantic.length === 0) return new Map();
  const known = hits.filter(({ id }) => !unknown.has(id));
  return new Map(
    known.map(({ id, legs }) => {
      const score = legs.find(({ leg }) => leg === 'semantic')?.score ?? least;
      return [id, Math.min(1, Math.max(0, (score - least) / (1 - least)))];
    }),
  );
}
