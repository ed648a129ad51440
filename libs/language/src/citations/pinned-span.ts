import { codePointSlicer, words } from '@lectern/text';
import { type Pin, pinsOf } from '../qualifiers/pin';
import { verdictIn, verdictOn } from '../qualifiers/pin-check';
import type { Alignment } from './alignment';
import type { Passage } from './passage';

/** Sentences before and after the compared ones that may name their subject. */
const SENTENCES_AROUND = 5;

interface PassagePins {
  readonly title: readonly Pin[];
  /** By the position of the sentence; read on demand. */
  readonly sentences: Map<number, readonly Pin[]>;
  /** Text between two code points of the passage. */
  readonly slice: (start: number, end: number) => string;
}

const known = new WeakMap<Passage, PassagePins>();

interface Pinned {
  /** Whether no pin is contradicted, and no time is missing. */
  readonly isSame: boolean;
  /** Indexes of the words that the span says in another form. */
  readonly said: ReadonlySet<number>;
}

/** Compares a span, with its title and surroundings, with the pins of a sentence. */
export function pinnedBy(pins: readonly Pin[], { passage, first, last }: Alignment): Pinned {
  if (pins.length === 0) return { isSame: true, said: new Set() };
  const { sentences } = passage;
  const from = sentences.findIndex((sentence) => sentence.last > first);
  const until = sentences.findLastIndex((sentence) => sentence.first < last);
  const range = (start: number, end: number) =>
    sentences.slice(Math.max(0, start), Math.max(0, end)).map((_, at) => pinsAt(passage, Math.max(0, start) + at));
  const evidence = {
    layers: [...range(from, until + 1), pinsIn(passage).title],
    before: range(from - SENTENCES_AROUND, from).toReversed(),
    after: range(until + 1, until + 1 + SENTENCES_AROUND).flat(),
  };
  const verdicts = pins.map((pin) => [pin, verdictOn(pin, evidence)] as const);
  return {
    isSame: verdicts.every(([pin, verdict]) => verdict === 'said' || (verdict === 'absent' && !isTime(pin))),
    said: new Set(pins.filter((pin) => isSaidOtherwise(pin, evidence.layers.flat())).map(({ at }) => at)),
  };
}

function isSaidOtherwise(pin: Pin, said: readonly Pin[]): boolean {
  const others = said.filter(({ form }) => form !== pin.form);
  return verdictIn(pin, others) === 'said';
}

/** Missing numbers, letters and names are found by the comparison of words. */
function isTime({ kind }: Pin): boolean {
  return kind === 'month' || kind === 'weekday';
}

function pinsAt(passage: Passage, at: number): readonly Pin[] {
  const { sentences, slice } = pinsIn(passage);
  const { start = 0, end = 0 } = passage.sentences[at] ?? {};
  const pins = sentences.get(at) ?? pinsOfText(slice(start, end), passage.language);
  sentences.set(at, pins);
  return pins;
}

function pinsIn(passage: Passage): PassagePins {
  const pins = known.get(passage) ?? {
    title: pinsOfText(passage.texts.title, passage.language),
    sentences: new Map<number, readonly Pin[]>(),
    slice: codePointSlicer(passage.texts.body),
  };
  known.set(passage, pins);
  return pins;
}

function pinsOfText(text: string, language: string): Pin[] {
  return pinsOf({ text, words: [...words(text, language)], language });
}
