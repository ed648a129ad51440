import type { SummaryKind } from '@lectern/contracts/understanding';
import { languageOfText, summarize, type SummaryLength } from '@lectern/extraction';
import { splitSentences } from '@lectern/text';

const lengths: Readonly<Record<SummaryKind, SummaryLength>> = {
  simple: { sentencesMax: 3, charsMax: 500 },
  extended: { sentencesMax: 12, charsMax: 2_000 },
};
/** A summary considers the first 400 sentences, which fit into this limit. */
const READ_CHARS_MAX = 200_000;
/** Shorter texts are not summarised. */
const SHORT_CHARS_MAX = 600;

/** Input of a summary that picks sentences. */
export interface ExtractiveSummary {
  readonly summary: string;
  /** Number of characters read from the text. */
  readonly charsRead: number;
}

/**
 * A few sentences of the text. A short text is returned whole, but each of its sentences once; a text without sentences
 * is cut.
 */
export function extractiveSummary(text: string, kind: SummaryKind): ExtractiveSummary {
  const read = text.slice(0, READ_CHARS_MAX);
  const language = languageOfText(read);
  const sentences = splitSentences(read, language).map((sentence) => sentence.text);
  const length = lengths[kind];
  const summary = summarize(sentences, language, length) || opening(unrepeated(read, sentences), length.charsMax);
  return { summary, charsRead: read.length };
}

/** The text in one line, without the sentences that it has already said. */
function unrepeated(text: string, sentences: readonly string[]): string {
  const said = new Set<string>();
  let [kept, at] = ['', 0];
  for (const sentence of sentences) {
    const end = text.indexOf(sentence, at) + sentence.length;
    const words = wordsOf(sentence);
    if (!said.has(words)) kept += text.slice(at, end);
    said.add(words);
    at = end;
  }
  return kept.replace(/\s+/g, ' ').trim();
}

/** What a sentence says, however it is written. */
function wordsOf(sentence: string): string {
  const words = sentence.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return words.replace(/[.!…。]+$/u, '');
}

/** Cuts after a word if the text is too long. */
function opening(text: string, charsMax: number): string {
  if (text.length <= Math.max(charsMax, SHORT_CHARS_MAX)) return text;
  const end = text.lastIndexOf(' ', charsMax);
  return `${text.slice(0, end > charsMax / 2 ? end : charsMax).replace(/[\ud800-\udbff]$/, '')}…`;
}
