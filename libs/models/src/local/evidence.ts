import type { Word } from '@lectern/text';
import { isCandidate } from './candidate';
import type { Passage, Unit } from './passage';
import type { Question } from './question';

/** How strongly each term of the question is present, 0..1, parallel to its terms. */
type Presence = Float64Array;

export interface Evidence {
  readonly unit: Unit;
  readonly passage: Passage;
  /** Of retrieval, from 0. */
  readonly rank: number;
  /** Named features, see `featureNames`. */
  readonly features: readonly number[];
  /** What the unit and what it stands under say of the question. */
  readonly said: Presence;
}

export const featureNames = [
  'own', 'before', 'setting', 'passage', 'rank', 'first', 'dense', 'ordered', 'candidate', 'near', 'missing', 'length', 'short',
  'question', 'heading', 'row', 'names', 'novel', 'definition', 'afterQuestion',
] as const;

const nearEnoughShare = 0.65;
const nearPresence = 0.7;
const prefixCharactersMin = 4;

/** Terms of a question with how telling each is in this context. */
export class Terms {
  readonly weights: Float64Array;
  readonly total: number;
  private readonly matches = new Map<string, readonly (readonly [number, number])[]>();

  constructor(
    readonly question: Question,
    passages: readonly Passage[],
  ) {
    const units = passages.flatMap((passage) => passage.units);
    const found = new Float64Array(question.terms.length);
    for (const unit of units) this.presence(unit.words).forEach((share, term) => (found[term] = (found[term] ?? 0) + (share > 0 ? 1 : 0)));
    // Robertson–Spärck Jones weight over the units of the context, so that a word that is everywhere says little.
    this.weights = found.map((count, term) => {
      const rarity = Math.log(1 + (units.length - count + 0.5) / (count + 0.5));
      return rarity * (question.terms[term]?.isName ? 1.2 : 1);
    });
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0) || 1;
  }

  presence(all: Iterable<Word>): Presence {
    const presence = new Float64Array(this.question.terms.length);
    for (const word of all) for (const [term, share] of this.of(word)) presence[term] = Math.max(presence[term] ?? 0, share);
    return presence;
  }

  /** Terms that a word stands for, each with how well, 0..1. */
  of(word: Word): readonly (readonly [number, number])[] {
    if (word.stem === '') return [];
    const known = this.matches.get(word.folded);
    if (known) return known;
    const found: (readonly [number, number])[] = [];
    this.question.terms.forEach((term, index) => {
      const share = likeness(term, word);
      if (share > 0) found.push([index, share]);
    });
    this.matches.set(word.folded, found);
    return found;
  }

  share(presence: Presence, without?: Presence): number {
    let sum = 0;
    presence.forEach((value, term) => (sum += Math.max(0, value - (without?.[term] ?? 0)) * (this.weights[term] ?? 0)));
    return sum / this.total;
  }
}

/** The same stem, the same word, or one that begins alike for most of its length (`originate`, `origin`). */
function likeness(term: { readonly folded: string; readonly stem: string }, word: Word): number {
  if (term.stem === word.stem || term.folded === word.folded) return 1;
  const longest = Math.max(term.stem.length, word.stem.length);
  let same = 0;
  while (same < longest && term.stem[same] === word.stem[same]) same++;
  return same >= prefixCharactersMin && same / longest >= nearEnoughShare ? nearPresence : 0;
}

export function united(a: Presence, b: Presence): Presence {
  return a.map((value, term) => Math.max(value, b[term] ?? 0));
}

/** What speaks for each unit of a passage. */
export function evidenceIn(passage: Passage, rank: number, terms: Terms): Evidence[] {
  const own = passage.units.map((unit) => terms.presence(unit.words));
  const title = terms.presence(passage.title);
  const all = own.reduce(united, title);
  return passage.units.map((unit, at) => {
    const here = own[at] ?? title;
    const setting = united(title, terms.presence(unit.setting));
    const before = own[at - 1] ?? new Float64Array(here.length);
    const said = united(here, setting);
    const features = [
      terms.share(here),
      terms.share(before, said),
      terms.share(setting, here),
      terms.share(all, united(said, before)),
      1 / (1 + rank),
      at === 0 ? 1 : 0,
      ...positions(unit, terms, passage.language),
      lengthFeature(unit),
      unit.words.length < 5 ? 1 : 0,
      /[?？؟]\s*$/.test(unit.shown) ? 1 : 0,
      unit.kind === 'heading' ? 1 : 0,
      unit.kind === 'row' ? 1 : 0,
      nameShare(said, terms),
      Math.min(1, unit.words.filter((word) => word.stem !== '' && terms.of(word).length === 0).length / 10),
      isDefinition(unit, terms) ? 1 : 0,
      unit.setting.length > 0 ? terms.share(terms.presence(unit.setting)) : 0,
    ];
    return { unit, passage, rank, features, said };
  });
}

function lengthFeature(unit: Unit): number {
  return Math.min(1.5, unit.words.length / 40);
}

function nameShare(said: Presence, terms: Terms): number {
  const names = terms.question.terms.flatMap((term, index) => (term.isName ? [said[index] ?? 0] : []));
  return names.length === 0 ? 0.5 : names.reduce((sum, share) => sum + share, 0) / names.length;
}

/** How close together, how much in order, whether there is an answer of the right kind, how near, whether it is missing. */
function positions(unit: Unit, terms: Terms, language: string): readonly [number, number, number, number, number] {
  const found: { readonly at: number; readonly term: number }[] = [];
  const candidates: number[] = [];
  const { kind } = terms.question;
  unit.words.forEach((word, at) => {
    const matched = terms.of(word);
    for (const [term] of matched) found.push({ at, term });
    if (matched.length === 0 && isCandidate(kind, word, language)) candidates.push(at);
  });
  const distinct = new Set(found.map(({ term }) => term)).size;
  const span = found.length > 0 ? (found.at(-1)?.at ?? 0) - (found[0]?.at ?? 0) + 1 : 1;
  const dense = distinct > 1 ? distinct / Math.max(distinct, span / 2) : 0;
  const near = Math.max(0, ...candidates.map((at) => nearness(at, found)));
  const missing = kind === 'time' || kind === 'number' ? (candidates.length === 0 ? 1 : 0) : 0;
  return [dense, orderShare(found, terms), candidates.length > 0 ? 1 : 0, near, missing];
}

function nearness(at: number, found: readonly { readonly at: number }[]): number {
  const distance = Math.min(Infinity, ...found.map((match) => Math.abs(match.at - at)));
  return 1 / (1 + distance / 3);
}

/** Share of neighbouring terms of the question that stand near each other in the same order. */
function orderShare(found: readonly { readonly at: number; readonly term: number }[], terms: Terms): number {
  const pairs = terms.question.terms.length - 1;
  if (pairs < 1) return 0;
  let kept = 0;
  for (let term = 0; term < pairs; term++) {
    const isKept = found.some(
      (first) => first.term === term && found.some((next) => next.term === term + 1 && next.at > first.at && next.at - first.at <= 3),
    );
    if (isKept) kept++;
  }
  return kept / pairs;
}

const copula = new Set('is are was were means refers es son era fue est sont etait ist sind war waren bedeutet e sono'.split(' '));

/** Begins with what is asked for and says what it is. */
function isDefinition(unit: Unit, terms: Terms): boolean {
  const verb = unit.words.findIndex((word) => copula.has(word.folded));
  if (verb < 1 || verb > 8 || terms.question.terms.length > 3) return false;
  const subject = terms.presence(unit.words.slice(0, verb));
  return terms.share(subject) > 0.6;
}
