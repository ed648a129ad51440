import { detectLanguage } from '@lectern/text';
import type { LanguageShares } from '../box/collection-profile';

/** A collection counts as monolingual from this share of one language. */
const MAIN_SHARE = 0.9;
const CONFIDENCE_MIN = 0.5;

/**
 * The language of a query: the collection's language if it is monolingual, unless the query is clearly in another.
 *
 * @returns ISO 639-1, or empty when unknown
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
