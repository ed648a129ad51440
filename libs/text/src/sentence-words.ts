import { analysedOnce } from './analysed-texts';
import type { TextSpan } from './code-points';
import { splitSentences } from './sentence';
import { type Word, words } from './word';

/** Longer texts are read as a whole each time: they would take the place of many paragraphs. */
const KEPT_CHARACTERS_MAX = 20_000;
/** To tell a word, nothing beyond these is looked at. */
const BREAK = /[\t\r\n]/;
const BREAKS = /[\t\r\n]/g;
const BLANKS_ALONE = /^[ \t\r\n]+$/;
/** Of lists, headings and quotations, with a blank after them; a code unit each. */
const MARKS = /^(?:[-*+•‣◦▪–—#>|]+ +)+/;

interface SentencesOfText {
  readonly spans: readonly TextSpan[];
  /** Whether there are blanks and nothing else around them, so that their words are those of the text; once known. */
  areParted?: boolean;
}

const sentencesIn = analysedOnce(
  'spans',
  (text, language = ''): SentencesOfText => ({ spans: splitSentences(text, language) }),
  ({ spans }) => spans.length,
);

const wordsIn = analysedOnce(
  'words',
  (text, language = ''): readonly Word[] => [...words(text, language)],
  ({ length }) => length,
);

/** As `splitSentences`; a text that was split a moment ago is not split again. Nobody changes what it returns. */
export function sentencesOnce(text: string, language: string): readonly TextSpan[] {
  return text.length > KEPT_CHARACTERS_MAX ? splitSentences(text, language) : sentencesIn(text, language).spans;
}

/**
 * As `words`, but a sentence that was read a moment ago is not read again, in whichever text it stood and whoever read
 * it: finds, the reader, citations and scores ask for the same ones. Nobody changes what it returns.
 */
export function wordsOnce(text: string, language: string): Iterable<Word> {
  if (text.length > KEPT_CHARACTERS_MAX) return words(text, language);
  const [first, ...others] = sentenceParts(text, sentencesIn(text, language)).map((part) =>
    moved(wordsOfSentence(part.text, language), part.start),
  );
  return others.length === 0 ? (first ?? []) : [first ?? [], ...others].flat();
}

/** The same of what is a sentence, or less, and is read as one. */
export function wordsOfSentence(text: string, language: string): readonly Word[] {
  if (text === '') return [];
  const { plain, marks } = bare(text);
  return moved(wordsIn(plain, language), marks);
}

/** As `stems`, of sentences that are read once. */
export function stemsOnce(text: string, language: string): readonly string[] {
  return Array.from(wordsOnce(text, language), ({ stem }) => stem);
}

/** The same of a text all of whose sentences were read a moment ago, without reading any. */
export function knownStems(text: string, language: string): readonly string[] | undefined {
  const sentences = sentencesIn.known(text, language);
  if (!sentences) return undefined;
  const found: string[] = [];
  for (const part of sentenceParts(text, sentences)) {
    const known = part.text === '' ? [] : wordsIn.known(bare(part.text).plain, language);
    if (!known) return undefined;
    for (const { stem } of known) found.push(stem);
  }
  return found;
}

function sentenceParts(text: string, sentences: SentencesOfText): readonly Pick<TextSpan, 'text' | 'start'>[] {
  sentences.areParted ??= arePartedIn(text, sentences.spans);
  return sentences.areParted ? sentences.spans : [{ text, start: 0 }];
}

/** A sentence is the same in a list and out of it, and however its lines are broken. */
function bare(text: string): { readonly plain: string; readonly marks: number } {
  const line = BREAK.test(text) ? text.replace(BREAKS, ' ') : text;
  const marks = MARKS.exec(line)?.[0].length ?? 0;
  return { plain: marks === 0 ? line : line.slice(marks), marks };
}

function moved(all: readonly Word[], by: number): readonly Word[] {
  return by === 0 ? all : all.map((word) => ({ ...word, start: word.start + by, end: word.end + by }));
}

/** They come in order and cover all that is not blank, but for blanks of other scripts. */
function arePartedIn(text: string, spans: readonly TextSpan[]): boolean {
  let from = 0;
  const isBlank = (end: number) => from === end || BLANKS_ALONE.test(text.slice(from, end));
  for (const [i, { text: own }] of spans.entries()) {
    const at = text.indexOf(own, from);
    if (at < from || (i > 0 && at === from) || !isBlank(at)) return false;
    from = at + own.length;
  }
  return isBlank(text.length);
}
