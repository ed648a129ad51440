import type { SummaryKind } from '@lectern/contracts/understanding';
import { languageOfText, summarize, type SummaryLength } from '@lectern/extraction';
import { splitSentences } from '@lectern/text';

const lengths: Readonly<Record<SummaryKind, SummaryLength>> = {
  simple: { sentencesMax: 3, charsMax: 500 },
  extended: { sentencesMax: 12, charsMax: 2_000 },
};
/** A summary is about the first 400 sentences: these are in here. */
const READ_CHARS_MAX = 200_000;
/** Shorter texts are not summed up. */
const SHORT_CHARS_MAX = 600;

/** Input of a summary that picks sentences. */
export interface ExtractiveSummary {
  readonly summary: string;
  /** Characters of the text that were looked at. */
  readonly charsRead: number;
}

/** A few sentences of the text; all of a text that is short, and the opening of one that has no sentences. */
export function extractiveSummary(text: string, kind: SummaryKind): ExtractiveSummary {
  const read = text.slice(0, READ_CHARS_MAX);
  const language = languageOfText(read);
  const sentences = splitSentences(read, language).map((sentence) => sentence.text);
  const length = lengths[kind];
  const summary = summarize(sentences, language, length) || opening(read.replace(/\s+/g, ' ').trim(), length.charsMax);
  return { summary, charsRead: read.length };
}

/** Cut after a word, if it must be cut. */
function opening(text: string, charsMax: number): string {
  if (text.length <= Math.max(charsMax, SHORT_CHARS_MAX)) return text;
  const end = text.lastIndexOf(' ', charsMax);
  return `${text.slice(0, end > charsMax / 2 ? end : charsMax).replace(/[\ud800-\udbff]$/, '')}…`;
}
