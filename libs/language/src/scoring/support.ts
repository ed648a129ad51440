import type { Word } from '@lectern/text';
import { isNegation } from '../negation';
import type { Passage } from '../reader/passage';
import type { Question, QuestionTerm } from '../reader/question';
import { type Presence, Terms, united } from '../reader/terms';
import type { Statement } from './statements';

export const supportSignNames = [
  // Shares of the statement covered by one unit of the context, by it and its neighbours, by the whole context.
  ...(['own', 'near', 'whole'] as const),
  // 1 if the context lacks one of its numbers or names; if only one of the two is negated.
  ...(['numberMissing', 'nameMissing', 'negation'] as const),
  // For a fragment: shares of the question covered by the unit, and by it and its neighbours.
  ...(['asked', 'askedNear'] as const),
] as const;

export type SupportSignName = (typeof supportSignNames)[number];

/** How one unit of a context supports a statement. */
export type SupportSigns = Readonly<Record<SupportSignName, number>>;

const termWeights = { number: 2, name: 1.5, other: 1 };
const NEGATION_REACH_WORDS = 2;
const digits = /\p{Nd}/u;

/** Per unit of the passage, in order. @param question for a fragment, which is interpreted together with it */
export function supportSigns(statement: Statement, passage: Passage, question: Question): SupportSigns[] {
  const said = presencesIn(passage, new Terms(statement.said, [passage]));
  const asked = statement.isFragment ? presencesIn(passage, new Terms(question, [passage])) : undefined;
  const whole = said.own.reduce(united, said.terms.nothing);
  const lacks = (kind: TermKind) =>
    statement.said.terms.some((term, index) => termKind(term) === kind && whole[index] === 0) ? 1 : 0;
  const ofAll = {
    whole: shareOf(whole, statement.said),
    numberMissing: lacks('number'),
    nameMissing: lacks('name'),
    negation: differsInNegation(statement, passage, said) ? 1 : 0,
  };
  return passage.units.map((_, at) => ({
    ...ofAll,
    own: shareOf(said.own[at], statement.said),
    near: shareOf(said.near(at), statement.said),
    asked: shareOf(asked?.own[at], question),
    askedNear: shareOf(asked?.near(at), question),
  }));
}

/** Whether the passage contains a statement literally; a fragment must be the whole text of it or of a unit. */
export function verbatimIn({ units }: Passage): (statement: Statement) => boolean {
  const all = spaced(units.flatMap((unit) => unit.words));
  return ({ words, isFragment }) => {
    const said = spaced(words);
    if (!isFragment) return all.includes(said);
    return all === said || units.some((unit) => spaced(unit.words) === said);
  };
}

function spaced(words: readonly Word[]): string {
  return ` ${words.map(({ folded }) => folded).join(' ')} `;
}

/**
 * Share of the content that is present, numbers and names counting more. Independent of how rare a term is in the
 * context.
 */
export function shareOf(presence: Presence | undefined, { terms }: Question): number {
  if (!presence) return 0;
  let [total, said] = [0, 0];
  terms.forEach((term, index) => {
    const weight = termWeights[termKind(term)];
    total += weight;
    said += weight * (presence[index] ?? 0);
  });
  return total === 0 ? 0 : said / total;
}

type TermKind = keyof typeof termWeights;

function termKind({ isName, folded }: QuestionTerm): TermKind {
  if (digits.test(folded)) return 'number';
  return isName ? 'name' : 'other';
}

interface Presences {
  readonly terms: Terms;
  readonly own: readonly Presence[];
  readonly near: (at: number) => Presence;
}

function presencesIn({ units }: Passage, terms: Terms): Presences {
  const own = units.map(({ words }) => terms.presence(words));
  const near = (at: number) =>
    [at - 1, at, at + 1].reduce((all, index) => united(all, own[index] ?? terms.nothing), terms.nothing);
  return { terms, own, near };
}

/**
 * Whether only one of the two is negated: the statement, or the matching part of the unit that covers most of it.
 * Numbers do not influence the choice of the unit, so that a different number never increases support.
 */
function differsInNegation(statement: Statement, { units, language }: Passage, said: Presences): boolean {
  if (statement.isFragment) return false;
  const [unit] = units.map((one, at) => ({ one, share: wordsSaid(said.own[at], statement.said) })).sort(byShare);
  if (!unit) return false;
  const { words } = unit.one;
  const isShared = (word: Word) => !digits.test(word.folded) && said.terms.of(word).length > 0;
  const [first, last] = [words.findIndex(isShared), words.findLastIndex(isShared)];
  const part = words.slice(Math.max(0, first - NEGATION_REACH_WORDS), last + 1 + NEGATION_REACH_WORDS);
  const denies = ({ folded }: Word) => isNegation(folded, language);
  return statement.words.some(denies) !== part.some(denies);
}

function byShare(a: { readonly share: number }, b: { readonly share: number }): number {
  return b.share - a.share;
}

function wordsSaid(presence: Presence | undefined, { terms }: Question): number {
  return terms.reduce((sum, { folded }, index) => sum + (digits.test(folded) ? 0 : (presence?.[index] ?? 0)), 0);
}
