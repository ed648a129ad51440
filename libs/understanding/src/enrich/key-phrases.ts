import { words } from '@lectern/text';

const READ_CHARS_MAX = 50_000;
const PHRASE_WORDS_MAX = 3;
const PHRASES_MAX = 10;
const OCCURRENCES_MIN = 2;

interface Phrase {
  readonly text: string;
  readonly length: number;
  count: number;
}

/**
 * What the text speaks of again and again: runs of up to three words without stop words, by how often they come and
 * how long they are. A phrase that only ever comes within a longer one is left out.
 */
export function keyPhrases(text: string, language: string): string[] {
  const phrases = new Map<string, Phrase>();
  const read = text.slice(0, READ_CHARS_MAX);
  let run: { readonly text: string; readonly stem: string }[] = [];
  let end = -1;
  for (const word of words(read, language)) {
    const counts = word.stem !== '' && word.text.length > 1 && !/^\d+$/.test(word.text);
    if (!counts || word.start !== end + 1) run = [];
    if (counts) run = [...run.slice(1 - PHRASE_WORDS_MAX), word];
    for (let length = 1; length <= run.length; length += 1) countPhrase(run.slice(-length), phrases);
    end = word.end;
  }
  const often = [...phrases].filter(([, { count }]) => count >= OCCURRENCES_MIN);
  often.sort(([, one], [, other]) => weightOf(other) - weightOf(one) || other.length - one.length);
  return withoutParts(often).slice(0, PHRASES_MAX);
}

function countPhrase(
  run: readonly { readonly text: string; readonly stem: string }[],
  phrases: Map<string, Phrase>,
): void {
  const key = run.map(({ stem }) => stem).join(' ');
  const known = phrases.get(key);
  if (known) known.count += 1;
  else phrases.set(key, { text: run.map(({ text }) => text).join(' '), length: run.length, count: 1 });
}

function weightOf({ count, length }: Phrase): number {
  return count * (1 + (length - 1) * 0.8);
}

function withoutParts(ranked: readonly (readonly [string, Phrase])[]): string[] {
  const kept: (readonly [string, Phrase])[] = [];
  for (const [key, phrase] of ranked) {
    const within = kept.some(([other, { count }]) => ` ${other} `.includes(` ${key} `) && count >= phrase.count * 0.7);
    const around = kept.some(([other]) => ` ${key} `.includes(` ${other} `) && phrase.length > other.split(' ').length);
    if (!within && !around) kept.push([key, phrase]);
    if (kept.length >= PHRASES_MAX) break;
  }
  return kept.map(([, { text }]) => text);
}
