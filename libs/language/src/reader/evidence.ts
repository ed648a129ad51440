import type { Word } from '@lectern/text';
import { isCandidate } from './candidate';
import type { Passage, Unit } from './passage';
import { united, type Presence, type Terms } from './terms';

/** The evidence for one unit of the context. */
export interface Evidence {
  readonly unit: Unit;
  readonly passage: Passage;
  /** Rank in retrieval, from 0. */
  readonly rank: number;
  /** In the order of `featureNames`. */
  readonly features: readonly number[];
  /** Terms of the question in the unit and its context. */
  readonly said: Presence;
  /** Terms of the question in the whole passage and its title. */
  readonly whole: Presence;
}

export const featureNames = [
  // Shares of the question's weight: in the unit, and beyond it in the previous unit, in its context, in the rest.
  ...(['own', 'count', 'before', 'setting', 'passage'] as const),
  ...(['rank', 'first', 'phrase', 'ordered', 'candidate', 'near', 'missing'] as const),
  ...(['length', 'short', 'question', 'row', 'novel', 'definition', 'names', 'similar'] as const),
] as const;

export type FeatureName = (typeof featureNames)[number];

const LONG_WORDS = 40;
const SHORT_WORDS = 5;
const NOVEL_WORDS = 10;
/** Distance in words within which two terms count as being together. */
const TOGETHER_WORDS = 3;
/** Positions in one unit that are compared with each other. */
const PLACES_MAX = 64;
const asks = /[?？؟]["'”’»)\]]*$/;

interface Surroundings {
  /** Rank of the passage in retrieval, from 0. */
  readonly rank: number;
  /** Similarity of the passage that is most similar to the question; 0 if none is known. */
  readonly mostSimilar: number;
  readonly terms: Terms;
}

/** The evidence for each unit of a passage. */
export function evidenceIn(passage: Passage, { rank, mostSimilar, terms }: Surroundings): Evidence[] {
  const own = passage.units.map((unit) => terms.presence(unit.words));
  const title = terms.presence(passage.title);
  const whole = own.reduce(united, title);
  return passage.units.map((unit, at) => {
    const here = own[at] ?? title;
    const before = own[at - 1] ?? terms.nothing;
    const setting = united(title, terms.presence(unit.setting));
    const said = united(here, setting);
    const values: Record<FeatureName, number> = {
      own: terms.share(here),
      count: here.reduce((sum, share) => sum + share, 0) / Math.max(1, here.length),
      before: terms.share(before, said),
      setting: terms.share(setting, here),
      passage: terms.share(whole, united(said, before)),
      rank: 1 / (1 + rank),
      first: at === 0 ? 1 : 0,
      ...positions(unit, terms, passage.language),
      length: Math.min(1.5, unit.words.length / LONG_WORDS),
      short: unit.words.length < SHORT_WORDS ? 1 : 0,
      question: asks.test(unit.shown) ? 1 : 0,
      row: unit.kind === 'row' ? 1 : 0,
      novel: Math.min(
        1,
        unit.words.filter((word) => word.stem !== '' && terms.of(word).length === 0).length / NOVEL_WORDS,
      ),
      definition: isDefinition(unit, terms) ? 1 : 0,
      names: terms.nameShare(here),
      similar: (passage.similarity ?? mostSimilar) - mostSimilar,
    };
    return { unit, passage, rank, said, whole, features: featureNames.map((name) => values[name]) };
  });
}

interface Match {
  readonly at: number;
  readonly term: number;
}

/** Positions of the question's terms, and of nearby words of the kind that it asks for. */
function positions(unit: Unit, terms: Terms, language: string) {
  const found: Match[] = [];
  const candidates: number[] = [];
  const { kind } = terms.question;
  unit.words.forEach((word, at) => {
    const matched = terms.of(word);
    for (const [term] of matched) if (found.length < PLACES_MAX) found.push({ at, term });
    if (matched.length > 0 || candidates.length >= PLACES_MAX) return;
    if (isCandidate(kind, word, language)) candidates.push(at);
  });
  const isCertain = kind === 'time' || kind === 'number';
  return {
    phrase: terms.phrase(unit.words),
    ordered: orderShare(found, terms.question.terms.length - 1),
    candidate: candidates.length > 0 ? 1 : 0,
    near: Math.max(0, ...candidates.map((at) => nearness(at, found))),
    missing: isCertain && candidates.length === 0 ? 1 : 0,
  };
}

function nearness(at: number, found: readonly Match[]): number {
  const distance = Math.min(Infinity, ...found.map((match) => Math.abs(match.at - at)));
  return 1 / (1 + distance / TOGETHER_WORDS);
}

/** Share of adjacent terms of the question that are together in the same order. */
function orderShare(found: readonly Match[], pairs: number): number {
  if (pairs < 1) return 0;
  const kept = new Set<number>();
  for (const first of found) {
    for (const next of found) {
      const distance = next.at - first.at;
      if (next.term === first.term + 1 && distance > 0 && distance <= TOGETHER_WORDS) kept.add(first.term);
    }
  }
  return kept.size / pairs;
}

const copula = new Set(
  'is are was were means refers es son era fue est sont etait ist sind war waren bedeutet e sono'.split(' '),
);
const DEFINITION_TERMS_MAX = 3;
const SUBJECT_WORDS_MAX = 8;
const SUBJECT_SHARE = 0.6;

/** Begins with the subject of the question and defines it. */
function isDefinition(unit: Unit, terms: Terms): boolean {
  if (terms.question.terms.length > DEFINITION_TERMS_MAX) return false;
  const verb = unit.words.findIndex((word: Word) => copula.has(word.folded));
  if (verb < 1 || verb > SUBJECT_WORDS_MAX) return false;
  return terms.share(terms.presence(unit.words.slice(0, verb))) > SUBJECT_SHARE;
}
