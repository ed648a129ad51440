import { detectLanguage } from '@lectern/text';
import type { LanguageShares } from '../box/collection-profile';

/** From this share on, a collection counts as being in one language. */
const MAIN_SHARE = 0.9;
const CONFIDENCE_MIN = 0.5;

/**
 * The language of a query: that of the collection when it has one, unless the query is clearly in another.
 *
 * @returns ISO 639-1, or empty when there is no telling
 */
export function queryLanguage(query: string, collection: LanguageShares): string {
  const [main] = Object.entries(collection);
  const detected = detectLanguage(query);
  if (main && main[1] >= MAIN_SHARE) return detected.confidence >= 0.9 ? detected.language : main[0];
  const candidates = Object.keys(collection);
  const among = candidates.length > 0 ? detectLanguage(query, { candidates }) : detected;
  if (among.confidence >= CONFIDENCE_MIN) return among.language;
  return detected.confidence >= CONFIDENCE_MIN ? detected.language : (main?.[0] ?? '');
}
