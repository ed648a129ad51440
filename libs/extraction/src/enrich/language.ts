import { detectLanguage, languageCode, RELIABLE_CONFIDENCE } from '@lectern/text';

const SAMPLES = 5;
const SAMPLE_CHARS = 600;
/** Shorter paragraphs are taken to be in the language of their document. */
const PARAGRAPH_CHARS_MIN = 60;
/** A language must hold this share of the text to be one of the document's. */
const SHARE_MIN = 0.1;

export interface LanguageHints {
  /** Language given by the caller; it wins. */
  readonly given?: string;
  /** Language that the document declares; used where the text alone does not tell. */
  readonly declared?: string;
}

/** ISO 639-1, or empty when nothing tells. Looks at several places of a long text. */
export function languageOfText(text: string, hints: LanguageHints = {}): string {
  if (hints.given) return languageCode(hints.given);
  const declared = hints.declared ? languageCode(hints.declared) : '';
  const votes = new Map<string, number>();
  for (const sample of samplesOf(text)) {
    const { language, confidence } = detectLanguage(sample);
    if (language !== '') votes.set(language, (votes.get(language) ?? 0) + confidence);
  }
  const [best] = [...votes].sort(([, one], [, other]) => other - one);
  if (!best) return declared;
  const doubtful = best[1] < RELIABLE_CONFIDENCE && declared !== '';
  return doubtful ? declared : best[0];
}

function samplesOf(text: string): string[] {
  if (text.length <= SAMPLE_CHARS * 2) return [text];
  const step = Math.floor((text.length - SAMPLE_CHARS) / (SAMPLES - 1));
  return Array.from({ length: SAMPLES }, (_, at) => text.slice(at * step, at * step + SAMPLE_CHARS));
}

/** The language of a part; that of the whole where the part is short or does not tell. */
export function languageOfPart(text: string, whole: string): string {
  if (text.length < PARAGRAPH_CHARS_MIN) return whole;
  const { language, confidence } = detectLanguage(text);
  return confidence >= RELIABLE_CONFIDENCE ? language : whole;
}

/** Languages of a document by how many characters are written in them, its main one first. */
export function languagesOf(chars: ReadonlyMap<string, number>, main: string): string[] {
  const all = [...chars.values()].reduce((sum, count) => sum + count, 0);
  const others = [...chars].filter(
    ([language, count]) => language !== '' && language !== main && count >= all * SHARE_MIN,
  );
  others.sort(([, one], [, other]) => other - one);
  return [main, ...others.map(([language]) => language)].filter((language) => language !== '');
}
