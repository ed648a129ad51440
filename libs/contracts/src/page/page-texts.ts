import type { PageLanguage } from '../core/http-binding';
import { englishTexts, type PageTexts } from './english-texts';
import { spanishTexts } from './spanish-texts';

/** The texts of all pages in a language; English when it is absent. */
export function pageTextsIn(language: PageLanguage | undefined): PageTexts {
  return language === 'es' ? spanishTexts : englishTexts;
}
