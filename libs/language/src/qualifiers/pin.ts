import { codePointSlicer, type Word } from '@lectern/text';
import { unitAfter, unitOf } from './quantity';
import { calendarNameIn } from './calendar';
import { numeralIn, romanIn } from './numeral';

/**
 * A value that identifies which one is meant: `4.1` of "firmware 4.1", `C` of "vaccine C", `May`, `1857`. A written
 * number equals its digits, and a code such as `P200` is a number with its letters as a head.
 */
export interface Pin {
  readonly kind: 'number' | 'letter' | 'year' | 'month' | 'weekday';
  readonly value: string;
  /** Adjacent stems and letters: the thing that the number belongs to. */
  readonly heads: readonly string[];
  /** The stem directly before it: `room` of "room 12". */
  readonly of?: string;
  /** Whether a text without it says nothing about the thing it identifies. Number words may just be counts. */
  readonly isFirm: boolean;
  /** Index of its word. */
  readonly at: number;
  /** Its word, folded. */
  readonly form: string;
}

export interface PinnedText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly language: string;
}

const WORDS_MAX = 400;
const RANGE_MAX = 60;
/** Maximum words between two numbers of a list. */
const LIST_WORDS = 1;
/** `Room 12 and the room 14`. */
const JOINING_WORDS = 3;
const year = /^(?:1[0-9]|20|21)\d\d$/;
const code = /^(\p{L}{1,4})(\d[\d.]*)$/u;
const ordinal = /^(\d+)(?:st|nd|rd|th|º|ª|er|ere|eme|e|ter|te|ten)$/;
const isoDate = /^(\d{4})\.(\d{1,2})\.(\d{1,2})$/;
const europeanDate = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const beside = /^[\s§#°.:–—-]{0,3}$/u;
const rangeWords = new Set(
  'to until till through and or bis und oder a hasta y o au jusqu et ou 至 到 和 或 الى حتي و او'.split(' '),
);
const rangeMark = /^\s*[-–—~～]\s*$/u;
/** Words before a month. */
const timeWords = new Set('in for of by since until during last next early late mid'.split(' '));
const listMark = /^\s*[,;/、，،–—-]\s*$/u;
const dateMark = /^[-/.]$/;
const capitalLetter = /^\p{Lu}$/u;
const arabicLetter = /^(?!و)\p{Script=Arabic}$/u;
/** Things that are numbered with Roman numerals from I. */
const counted = new Set(
  'volume vol part chapter book act phase stage type class category war tome volumen parte capitulo fase tipo tomo band teil kapitel phase typ klasse partie chapitre'.split(
    ' ',
  ),
);
/** Words that merely introduce a number: the head is the word before. */
const announcing = new Set('no nr number num numero n nummer version v 第 号 رقم'.split(' '));

/** All pins of a text, in order; ranges such as `April to June` include the values in between. */
export function pinsOf({ text, words: all, language }: PinnedText): Pin[] {
  const words = all.slice(0, WORDS_MAX);
  const slice = codePointSlicer(text);
  const gaps = words.map((word, at) => slice(words[at - 1]?.end ?? 0, word.start));
  const reader = { text, words, language, gaps, slice };
  const pins = inLists(
    words.flatMap((_, at) => pinsAt(reader, at)),
    reader,
  );
  return [...pins, ...between(pins, reader), ...datesIn(reader)];
}

/**
 * The pins of a question, grouped into alternatives of which one is sufficient: `March and April`, `rooms 12 or 14`.
 */
export function alternativesIn(question: PinnedText): Pin[][] {
  const groups: Pin[][] = [];
  for (const pin of pinsOf(question).toSorted((a, b) => a.at - b.at)) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const joining = before ? question.words.slice(before.at + 1, pin.at) : [];
    const isJoined = before?.at === pin.at || joining.some(({ folded }) => rangeWords.has(folded));
    if (group && before?.kind === pin.kind && isJoined && joining.length <= JOINING_WORDS) group.push(pin);
    else groups.push([pin]);
  }
  return groups;
}

interface Reader extends PinnedText {
  readonly gaps: readonly string[];
  readonly slice: (start: number, end?: number) => string;
}

function pinsAt(reader: Reader, at: number): Pin[] {
  const { words, language } = reader;
  const word = words[at];
  if (!word) return [];
  const named = calendarNameIn(word, language, timeWords.has(words[at - 1]?.folded ?? ''));
  if (named) {
    return named.values.map((value) => ({
      kind: named.kind,
      value: `${value}`,
      heads: [],
      isFirm: true,
      at,
      form: word.folded,
    }));
  }
  if (isHanMonth(reader, at)) {
    const value = pinnedNumber(word, language);
    return value === undefined ? [] : [{ kind: 'month', value, heads: [], isFirm: true, at, form: word.folded }];
  }
  if (year.test(word.folded))
    return [{ kind: 'year', value: word.folded, heads: [], isFirm: true, at, form: word.folded }];
  const [, letters = '', digits] = code.exec(word.folded) ?? [];
  if (digits !== undefined) {
    const value = withoutZeros(digits);
    return letters === 'v'
      ? [
          {
            kind: 'number',
            value,
            heads: headsAt(reader, at),
            of: ofAt(reader, at),
            isFirm: true,
            at,
            form: word.folded,
          },
        ]
      : [{ kind: 'number', value, heads: [letters], isFirm: true, at, form: word.folded }];
  }
  const value = pinnedNumber(word, language);
  if (value !== undefined) {
    const isWritten = /\p{Nd}/u.test(word.text);
    const heads = headsAt(reader, at);
    return [
      {
        kind: 'number',
        value,
        heads,
        of: ofAt(reader, at),
        isFirm: isWritten && !isDayOf(reader, at),
        at,
        form: word.folded,
      },
    ];
  }
  return letterAt(reader, at);
}

/** A Roman numeral or a single letter after the thing that it identifies. */
function letterAt(reader: Reader, at: number): Pin[] {
  const { words, gaps, slice } = reader;
  const [word, before] = [words[at], words[at - 1]];
  if (!word || !before || before.stem === '' || !beside.test(gaps[at] ?? '')) return [];
  const numeral = romanIn(word.text);
  if (numeral !== undefined && (word.text.length > 1 || counted.has(before.folded))) {
    return [
      {
        kind: 'number',
        value: `${numeral}`,
        heads: [before.stem],
        of: before.stem,
        isFirm: true,
        at,
        form: word.folded,
      },
    ];
  }
  if (!capitalLetter.test(word.text) && !arabicLetter.test(word.text)) return [];
  const next = slice(word.end, word.end + 1);
  if (/[.+#'’&-]/.test(next) && !isLast(reader, at)) return [];
  // The letters of a code: `M 40`.
  if (word.folded === 'i' || /^\p{Nd}/u.test(words[at + 1]?.text ?? '')) return [];
  return [
    { kind: 'letter', value: word.folded, heads: [before.stem], of: before.stem, isFirm: true, at, form: word.folded },
  ];
}

function isLast({ words }: Reader, at: number): boolean {
  return at === words.length - 1;
}

/** The value of a number in digits or as a word; of `20th` and `5kg` only the number. */
function pinnedNumber({ folded }: Word, language: string): string | undefined {
  if (!/\d/.test(folded)) return numeralIn(folded, language)?.toString();
  if (isoDate.test(folded) || europeanDate.test(folded)) return undefined;
  const asOrdinal = ordinal.exec(folded)?.[1];
  if (asOrdinal !== undefined) return withoutZeros(asOrdinal);
  return withoutZeros(unitAfter(folded) === undefined ? folded : (/^[\d.]+/.exec(folded)?.[0] ?? folded));
}

/** `05` is 5. */
function withoutZeros(value: string): string {
  return value.replace(/^0+(?=\d)/, '');
}

function ofAt({ words, gaps }: Reader, at: number): string | undefined {
  let first = at - 1;
  if (beside.test(gaps[at] ?? '') && announcing.has(words[first]?.folded ?? '')) first -= 1;
  const before = words[first];
  return before && before.stem !== '' && beside.test(gaps[first + 1] ?? '') ? before.stem : undefined;
}

/** The words directly before and after it. */
function headsAt(reader: Reader, at: number): string[] {
  const { words, gaps } = reader;
  const before = ofAt(reader, at);
  const heads = before === undefined ? [] : [before];
  const after = words[at + 1];
  if (after && after.stem !== '' && /^\s?$/u.test(gaps[at + 1] ?? '')) {
    const unit = unitOf(after.folded);
    heads.push(unit ?? after.stem);
  }
  return heads;
}

function isHanMonth({ words, gaps, language }: Reader, at: number): boolean {
  return (language === 'zh' || language === 'ja') && /^月/u.test(words[at + 1]?.folded ?? '') && gaps[at + 1] === '';
}

/** A day of a month: `5` of "5 May" is less significant than the month. */
function isDayOf({ words, language }: Reader, at: number): boolean {
  return [at - 1, at + 1].some((other) => {
    const word = words[other];
    return word !== undefined && calendarNameIn(word, language)?.kind === 'month';
  });
}

/** `Rooms 10, 12 and 14`, `sections 7 to 9`: all belong to the same thing. */
function inLists(pins: readonly Pin[], { words, gaps }: Reader): Pin[] {
  const found: Pin[] = [];
  for (const pin of pins) {
    const before = found.at(-1);
    const isNext =
      before !== undefined &&
      (pin.kind === 'number' || pin.kind === 'letter') &&
      before.kind === pin.kind &&
      pin.at - before.at <= LIST_WORDS + 1 &&
      (pin.at - before.at > 1 || listMark.test(gaps[pin.at] ?? '')) &&
      words.slice(before.at + 1, pin.at).every(({ folded }) => rangeWords.has(folded));
    found.push(isNext ? { ...pin, of: before.of ?? pin.of, heads: [...before.heads, ...pin.heads] } : pin);
  }
  return found;
}

/** The values between two of one kind: `7 to 9` has 8, `April – June` May. */
function between(pins: readonly Pin[], { words, gaps }: Reader): Pin[] {
  const found: Pin[] = [];
  pins.forEach((to, index) => {
    const from = pins[index - 1];
    if (!from || from.kind !== to.kind || to.kind === 'letter') return;
    const joining = words.slice(from.at + 1, to.at);
    const isRange =
      rangeMark.test(gaps[to.at] ?? '') ||
      (joining.length > 0 && joining.length <= 3 && joining.some(({ folded }) => rangeWords.has(folded)));
    const [low, high] = [Number(from.value), Number(to.value)];
    if (!isRange || isJoinOnly(joining) || !(high - low > 1 || (to.kind !== 'number' && low > high))) return;
    if (high - low > RANGE_MAX) return;
    const cycle = to.kind === 'month' ? 12 : 7;
    const last = high > low ? high : high + cycle;
    for (let value = low + 1; value < last; value += 1) {
      found.push({ ...to, value: `${to.kind === 'year' || to.kind === 'number' ? value : ((value - 1) % cycle) + 1}` });
    }
  });
  return found;
}

/** "April and June" are two, not a range. */
function isJoinOnly(joining: readonly Word[]): boolean {
  const [only] = joining;
  return joining.length === 1 && /^(?:and|or|und|oder|y|o|et|ou|和|或|و|او)$/u.test(only?.folded ?? '');
}

/** The month of `2025-05-09`, `9/5/2025`, `9.5.2025`, in either order if both are possible. */
function datesIn({ words, gaps }: Reader): Pin[] {
  const found: Pin[] = [];
  const add = (month: string, at: number) => {
    if (Number(month) >= 1 && Number(month) <= 12)
      found.push({ kind: 'month', value: withoutZeros(month), heads: [], isFirm: true, at, form: month });
  };
  words.forEach((word, at) => {
    const [, isoYear, isoMonth = ''] = isoDate.exec(word.folded) ?? [];
    const [, , monthOf = '', yearOf] = europeanDate.exec(word.folded) ?? [];
    for (const [month, value] of [
      [isoMonth, isoYear],
      [monthOf, yearOf],
    ] as const) {
      if (value === undefined) continue;
      add(month, at);
      found.push({ kind: 'year', value, heads: [], isFirm: true, at, form: word.folded });
    }
    const [second, third] = [words[at + 1], words[at + 2]];
    if (!second || !third || !dateMark.test(gaps[at + 1] ?? '') || !dateMark.test(gaps[at + 2] ?? '')) return;
    if (year.test(word.folded)) add(second.folded, at);
    if (!year.test(third.folded)) return;
    add(second.folded, at);
    if (gaps[at + 1] === '/') add(word.folded, at);
  });
  return found;
}
