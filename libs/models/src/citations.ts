import { detectLanguage, splitSentences, words } from '@lectern/text';
import type { ContextEntry } from './generator';

/** Of the weight of an answer's sentence that an entry must say. */
export const CITATION_THRESHOLD_DEFAULT = 0.5;

const limits = { answerCharactersMax: 100_000, sentencesMax: 1_000, entriesPerSentenceMax: 3 };
/** An entry that says this much less than the best one is not cited. */
const SHARE_OF_BEST = 0.8;
const SENTENCE_TERMS_MIN = 2;

export type CitedRanges = Readonly<Record<string, readonly (readonly [number, number])[]>>;

/**
 * Which entries of the context support which parts of an answer that does not say so itself: for each sentence, those
 * that share most of its informative words, rare ones counting more.
 *
 * @returns context key → code-point ranges `[start, end)` of the answer
 */
export function citedRanges(
  answer: string,
  context: readonly ContextEntry[],
  threshold = CITATION_THRESHOLD_DEFAULT,
): CitedRanges {
  const { language } = detectLanguage(answer);
  const sentences = splitSentences(answer.slice(0, limits.answerCharactersMax), language);
  const entries = context.map(({ key, text, title = '', language: spoken }) => ({
    key,
    stems: stemsOf(`${title}\n${text}`, spoken ?? language),
  }));
  const ranges = new Map<string, [number, number][]>();
  for (const { start, end, text } of sentences.slice(0, limits.sentencesMax)) {
    const stems = stemsOf(text, language);
    if (stems.size < SENTENCE_TERMS_MIN) continue;
    for (const key of supporters(stems, entries, threshold)) {
      ranges.set(key, [...(ranges.get(key) ?? []), [start, end]]);
    }
  }
  return Object.fromEntries(ranges);
}

interface Stemmed {
  readonly key: string;
  readonly stems: ReadonlySet<string>;
}

function supporters(stems: ReadonlySet<string>, entries: readonly Stemmed[], threshold: number): string[] {
  const weights = new Map([...stems].map((stem) => [stem, weightOf(stem, entries)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const scored = entries.map(({ key, stems: said }) => {
    const shared = [...weights].reduce((sum, [stem, weight]) => sum + (said.has(stem) ? weight : 0), 0);
    return { key, share: shared / total };
  });
  const best = Math.max(0, ...scored.map(({ share }) => share));
  return scored
    .filter(({ share }) => share > 0 && share >= threshold && share >= best * SHARE_OF_BEST)
    .sort((a, b) => b.share - a.share)
    .slice(0, limits.entriesPerSentenceMax)
    .map(({ key }) => key);
}

function weightOf(stem: string, entries: readonly Stemmed[]): number {
  const holders = entries.filter(({ stems }) => stems.has(stem)).length;
  return Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5)) + 0.1;
}

function stemsOf(text: string, language: string): Set<string> {
  return new Set([...words(text, language)].map(({ stem }) => stem).filter((stem) => stem !== ''));
}
