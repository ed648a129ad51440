import type { SimilarityBackground } from '@lectern/contracts/understanding';
import type { FusedHit } from '@lectern/ranking';
import { languageCode } from '@lectern/text';

/**
 * How many standard deviations above the similarity of unrelated texts a text must be to have to do with a query. On
 * 600 questions of two collections, bge-small finds one right passage that shares no word with its question below it.
 */
const DEVIATIONS = 3.5;
/** The same of models of several languages, whose similarities in one language and across languages differ. */
const DEVIATIONS_ACROSS = 2;

/** The least similarity that is more than chance; undefined where nobody measured it. @param spoken as in `Nearness` */
export function floorOf(background: SimilarityBackground | undefined, spoken: readonly string[]): number | undefined {
  return background && background.mean + (isOfOne(spoken) ? DEVIATIONS : DEVIATIONS_ACROSS) * background.deviation;
}

/** Whether nothing but its meaning speaks for a hit. */
export function isNearInMeaningOnly({ legs }: Pick<FusedHit, 'legs'>): boolean {
  return legs.length > 0 && legs.every(({ leg }) => leg === 'semantic');
}

/** What tells whether a model finds a text near to a query by chance. */
export interface Nearness {
  /** Least similarity of what has to do with the query; absent where nobody measured it. */
  readonly floor?: number;
  /** Languages that the model speaks; `*` for all. */
  readonly spoken: readonly string[];
  /** Of the query, or empty. */
  readonly language: string;
}

/**
 * Without hits that are near in meaning only, and no nearer than unrelated texts are; for models of one language.
 * Others find what has to do with a query less near in another language: what these found must be read first.
 */
export function aboveFloor(hits: readonly FusedHit[], { floor, spoken }: Nearness): readonly FusedHit[] {
  if (floor === undefined || !isOfOne(spoken)) return hits;
  return hits.filter((hit) => !isNearInMeaningOnly(hit) || similarityOf(hit) >= floor);
}

/** Shorter texts are not enough to tell their language. */
const LANGUAGE_CHARS_MIN = 40;
const EVERY_LANGUAGE = '*';

function isOfOne(spoken: readonly string[]): boolean {
  return spoken.length === 1 && !spoken.includes(EVERY_LANGUAGE);
}

/** Whether a hit is chance: in a language that the model does not speak, or below the floor in that of the query. */
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
