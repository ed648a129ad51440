import { detectLanguage, RELIABLE_CONFIDENCE } from '@lectern/text';

/** Language of a text (ISO 639-1) if it can be detected with certainty; otherwise empty. */
export function sureLanguage(text: string): string {
  const { language, confidence } = detectLanguage(text);
  return confidence >= RELIABLE_CONFIDENCE ? language : '';
}
