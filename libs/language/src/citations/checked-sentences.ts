import type { CheckedSentence } from '@lectern/contracts/core';
import { detectLanguage, RELIABLE_CONFIDENCE, words } from '@lectern/text';
import { setImmediate } from 'node:timers/promises';
import type { ContextEntry } from '../context-entry';
import { pinsOf } from '../qualifiers/pin';
import { type AnswerSentence, answerSentences } from './answer-sentences';
import { readCitedPassage } from './passage';
import { PassageIndex } from './passage-index';
import { bySupport, type Support, supports } from './support';
import { asFirst, type Token, passageTokens } from './token';

/** Share of a sentence that an entry must cover. */
export const CITATION_THRESHOLD_DEFAULT = 0.5;

const limits = {
  entriesMax: 1_000,
  contextCharactersMax: 2_000_000,
  languagesMax: 4,
  /** A longer sentence cannot be checked, and counts as unsupported. */
  sentenceTokensMax: 400,
  sourcesMax: 3,
};
/** Slices of work, between which the process does other work. */
const slices = { characters: 50_000, sentences: 10 };

export interface AnswerToCheck {
  readonly answer: string;
  readonly context: readonly ContextEntry[];
  /** 0..1; the default when absent. */
  readonly threshold?: number;
  /** Keys of the entries that the answer itself cites for a sentence; empty when it cites none. */
  readonly named?: (sentence: AnswerSentence) => readonly string[];
}

/** A sentence of an answer, with the entries that the answer cites for it. */
export interface Checked extends CheckedSentence {
  readonly named: readonly string[];
  /** Numbers of its footnotes. */
  readonly marks: readonly number[];
}

/** Compares each sentence of an answer that makes a statement with the context. */
export async function checkSentences({
  answer,
  context,
  threshold = CITATION_THRESHOLD_DEFAULT,
  named = () => [],
}: AnswerToCheck): Promise<Checked[]> {
  const language = languageOf(answer, context);
  const indexes = await indexed(context, language);
  const checked: Checked[] = [];
  for (const [index, sentence] of answerSentences(answer, language).entries()) {
    if (index % slices.sentences === slices.sentences - 1) await setImmediate();
    const keys = named(sentence);
    const found = supportsIn(indexes, sentence, { threshold, named: new Set(keys) });
    const { start, end, marks } = sentence;
    if (found) checked.push({ ...verdict(found, keys), start, end, marks, named: keys });
  }
  return checked;
}

/** Undefined when the sentence makes no statement. */
function supportsIn(
  indexes: ReadonlyMap<string, PassageIndex>,
  { text }: AnswerSentence,
  { threshold, named }: { readonly threshold: number; readonly named: ReadonlySet<string> },
): Support[] | undefined {
  let states = false;
  const found: Support[] = [];
  for (const [language, index] of indexes) {
    const tokens = opened(passageTokens(text, language, limits.sentenceTokensMax));
    if (tokens.every(({ kind }) => kind === 'function')) continue;
    states = true;
    if (tokens.length >= limits.sentenceTokensMax) continue;
    const pins = pinsOf({ text, words: [...words(text, language)], language });
    found.push(...supports({ tokens, pins }, index.candidates(index.weigh(tokens), named), threshold));
  }
  return states ? found.sort(bySupport) : undefined;
}

function verdict(found: readonly Support[], named: readonly string[]): Pick<CheckedSentence, 'status' | 'sources'> {
  const isNamed = ({ span }: Support) => named.length === 0 || named.includes(span.key);
  const right = found.filter(isNamed);
  const used = right.length > 0 ? right : found;
  const [best] = used;
  if (!best) return { status: 'unsupported', sources: [] };
  const isExact = best.isLiteral && right.length > 0;
  return { status: isExact ? 'exact' : 'repaired', sources: used.slice(0, limits.sourcesMax).map(({ span }) => span) };
}

function opened(tokens: readonly Token[]): Token[] {
  return tokens.map((token, index) => (index === 0 ? asFirst(token) : token));
}

/** The language of the answer if it is long enough to detect it, otherwise that of most of the context. */
function languageOf(answer: string, context: readonly ContextEntry[]): string {
  const { language, confidence } = detectLanguage(answer);
  if (confidence >= RELIABLE_CONFIDENCE) return language;
  const counts = new Map<string, number>();
  for (const { language: spoken } of context) if (spoken) counts.set(spoken, (counts.get(spoken) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return most?.[0] ?? language;
}

async function indexed(context: readonly ContextEntry[], language: string): Promise<Map<string, PassageIndex>> {
  const indexes = new Map([[language, new PassageIndex()]]);
  let [left, untilPause] = [limits.contextCharactersMax, slices.characters];
  for (const entry of context.slice(0, limits.entriesMax)) {
    if (left <= 0) break;
    const spoken = entry.language || language;
    const read = indexes.has(spoken) || indexes.size < limits.languagesMax ? spoken : language;
    const index = indexes.get(read) ?? new PassageIndex();
    indexes.set(read, index);
    index.add(readCitedPassage(entry, read));
    left -= entry.text.length;
    untilPause -= entry.text.length;
    if (untilPause > 0) continue;
    await setImmediate();
    untilPause = slices.characters;
  }
  return indexes;
}
