import { sliceCodePoints, type Word } from '@lectern/text';
import { isCandidate } from './candidate';
import type { Judged } from './confidence';
import type { Unit } from './passage';
import type { Terms } from './terms';

/** Words of a unit that may answer by themselves. */
export interface Span {
  readonly text: string;
  readonly features: Readonly<Record<SpanFeatureName, number>>;
}

export const spanFeatureNames = [
  ...(['unit', 'matched', 'before', 'after', 'length', 'one', 'opens', 'closes', 'function'] as const),
  ...(['comma', 'cutsName', 'allNames', 'time', 'number', 'person', 'place', 'name'] as const),
  ...(['behindBy', 'behindIn', 'end', 'measured', 'yearOnly', 'first', 'bracket'] as const),
  ...(['headAfter', 'headBefore', 'tailAfter', 'tailBefore', 'otherLength', 'otherNames'] as const),
] as const;

export type SpanFeatureName = (typeof spanFeatureNames)[number];

const WORDS_MAX = 10;
/** Words of a unit that are examined. */
const UNIT_WORDS_MAX = 80;
const NEAR_WORDS = 4;
const capital = /^\p{Lu}/u;
const digits = /\p{Nd}/u;
const year = /^(?:1\d|20)\d\d$/;
const separator = /[,;:()[\]–—。，、；：（）،؛]/;
const agents = new Set('by por von par da door'.split(' '));
const prepositions = new Set('in at on from to near en a in im am bei aus dans au de into'.split(' '));
/** The unit or the counted thing follows a number. */
const units =
  /^(?:[%°$€£]|percent|million|billion|thousand|hundred|years?|days?|hours?|minutes?|km|kg|miles?|metres?|meters?|feet|prozent|por|ciento|millones|jahre|años)/iu;

/** All spans of a unit that may answer. @param lead how much less likely the unit is than the best one, in log-odds */
export function spansOf({ evidence: { unit }, terms }: Judged, lead: number): Span[] {
  const all = unit.words.slice(0, UNIT_WORDS_MAX);
  const matches = all.map((word) => terms.of(word).length > 0);
  const gaps = all.map((_, at) => gapBefore(unit, all, at));
  const spans: Span[] = [];
  for (let from = 0; from < all.length; from++) {
    for (let to = from + 1; to <= Math.min(all.length, from + WORDS_MAX); to++) {
      const [first, last] = [all[from], all[to - 1]];
      if (!first || !last || last.stem === '' || isWeak(first)) continue;
      if (all.slice(from, to).every((word, at) => word.stem === '' || matches[from + at])) continue;
      const features = spanFeatures({ all, matches, gaps, from, to, lead, terms });
      spans.push({ text: withMarks(unit.shown, first.start, last.end), features });
    }
  }
  return spans;
}

interface SpanOfUnit {
  readonly all: readonly Word[];
  readonly matches: readonly boolean[];
  readonly gaps: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly lead: number;
  readonly terms: Terms;
}

function spanFeatures({ all, matches, gaps, from, to, lead, terms }: SpanOfUnit): Record<SpanFeatureName, number> {
  const inside = all.slice(from, to);
  const { kind, language } = terms.question;
  const content = inside.filter(({ stem }) => stem !== '');
  const fits = inside.some((word, at) => matches[from + at] !== true && isCandidate(kind, word, language));
  const [before, after] = [all[from - 1], all[to]];
  const names = content.filter(({ text }) => capital.test(text)).length;
  const isKind = (one: string) => (kind === one ? (fits ? 1 : -1) : 0);
  const opensHere = before === undefined || before.stem === '' || separator.test(gaps[from] ?? '');
  const closesHere = after === undefined || after.stem === '' || separator.test(gaps[to] ?? '');
  return {
    unit: -lead,
    matched: inside.filter((_, at) => matches[from + at]).length,
    before: nearnessOf(matches.slice(0, from).reverse()),
    after: nearnessOf(matches.slice(to)),
    length: Math.log(inside.length),
    one: inside.length === 1 ? 1 : 0,
    opens: opensHere ? 1 : 0,
    closes: closesHere ? 1 : 0,
    function: inside.length - content.length,
    comma: gaps.slice(from + 1, to).filter((gap) => separator.test(gap)).length,
    cutsName: cuts(before, inside[0], gaps[from]) + cuts(inside.at(-1), after, gaps[to]),
    allNames: names === content.length ? 1 : 0,
    time: isKind('time'),
    number: isKind('number'),
    person: isKind('person') * (names === content.length ? 1 : 0.3),
    place: isKind('place') * (names === content.length ? 1 : 0.3),
    name: isKind('name') * (names === content.length ? 1 : 0.3),
    behindBy: before && agents.has(before.folded) && kind === 'person' ? 1 : 0,
    behindIn: before && prepositions.has(before.folded) && (kind === 'place' || kind === 'time') ? 1 : 0,
    end: to === all.length ? 1 : 0,
    measured: kind === 'number' && units.test(after?.text ?? gaps[to]?.trim() ?? '') ? 1 : 0,
    yearOnly: kind === 'number' && inside.some(({ text }) => year.test(text)) ? 1 : 0,
    first: matches.slice(0, from).some(Boolean) ? 1 : 0,
    headAfter: nearnessOf(termAt(all.slice(to), terms, 0)),
    headBefore: nearnessOf(termAt(all.slice(0, from), terms, 0).reverse()),
    tailAfter: nearnessOf(termAt(all.slice(to), terms, terms.question.terms.length - 1)),
    tailBefore: nearnessOf(termAt(all.slice(0, from), terms, terms.question.terms.length - 1).reverse()),
    otherLength: kind === 'other' || kind === 'reason' ? Math.log(inside.length) : 0,
    otherNames: kind === 'other' && names === content.length ? 1 : 0,
    bracket: /[([（]$/.test((gaps[from] ?? '').trim()) ? 1 : 0,
  };
}

/** A function word at the start belongs to an answer only if it is a number. */
function isWeak({ stem, text }: Word): boolean {
  return stem === '' && !digits.test(text) && !capital.test(text);
}

function termAt(words: readonly Word[], terms: Terms, wanted: number): boolean[] {
  return words.map((word) => terms.of(word).some(([term]) => term === wanted));
}

function nearnessOf(matches: readonly boolean[]): number {
  const at = matches.indexOf(true);
  return at < 0 ? 0 : 1 / (1 + at / NEAR_WORDS);
}

/** Whether an edge splits a name. */
function cuts(before: Word | undefined, after: Word | undefined, gap = ''): number {
  const isJoined = before && after && gap.trim().length === 0 && capital.test(before.text) && capital.test(after.text);
  return isJoined || /^[-–’']$/.test(gap) ? 1 : 0;
}

function gapBefore({ shown }: Unit, all: readonly Word[], at: number): string {
  return sliceCodePoints(shown, all[at - 1]?.end ?? 0, all[at]?.start ?? 0);
}

/** Includes the signs of a number: `$20`, `56 %`. */
function withMarks(shown: string, start: number, end: number): string {
  const before = sliceCodePoints(shown, Math.max(0, start - 1), start);
  const [after = ''] = /^ ?[%°](?:[CF](?!\p{L}))?/u.exec(sliceCodePoints(shown, end, end + 4)) ?? [];
  return (/[$€£¥]/.test(before) ? before : '') + sliceCodePoints(shown, start, end) + after;
}
