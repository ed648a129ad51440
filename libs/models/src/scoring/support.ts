import { isNegation } from '../local/negation';
import type { Passage, Unit } from '../local/passage';
import type { Question, QuestionTerm } from '../local/question';
import { type Presence, Terms, united } from '../local/terms';
import type { Statement } from './statements';

export const supportSignNames = [
  // Shares of what the statement says: by one unit of the context, by it and its neighbours, by all of the context.
  ...(['own', 'near', 'whole'] as const),
  // 1 where the context lacks one of its numbers or names; where one denies what the other says.
  ...(['numberMissing', 'nameMissing', 'negation'] as const),
  // Of a fragment: shares of the question, by the unit, and by it and its neighbours.
  ...(['asked', 'askedNear'] as const),
] as const;

export type SupportSignName = (typeof supportSignNames)[number];

/** How one unit of a context supports a statement. */
export type SupportSigns = Readonly<Record<SupportSignName, number>>;

const termWeights = { number: 2, name: 1.5, other: 1 };
const NEGATION_REACH_WORDS = 2;
const digits = /\p{Nd}/u;

/** Per unit of the passage, in order. @param question of a fragment, which is understood with it */
export function supportSigns(statement: Statement, passage: Passage, question: Question): SupportSigns[] {
  const said = presencesIn(passage, new Terms(statement.said, [passage]));
  const asked = statement.isFragment ? presencesIn(passage, new Terms(question, [passage])) : undefined;
  const whole = said.own.reduce(united, said.terms.nothing);
  const lacks = (kind: TermKind) =>
    statement.said.terms.some((term, index) => kindOf(term) === kind && whole[index] === 0) ? 1 : 0;
  const ofAll = { whole: shareOf(whole, statement.said), numberMissing: lacks('number'), nameMissing: lacks('name') };
  return passage.units.map((unit, at) => ({
    ...ofAll,
    own: shareOf(said.own[at], statement.said),
    near: shareOf(said.near(at), statement.said),
    negation: differsInNegation(statement, { unit, terms: said.terms, language: passage.language }) ? 1 : 0,
    asked: shareOf(asked?.own[at], question),
    askedNear: shareOf(asked?.near(at), question),
  }));
}

/** Whether the statement stands in the passage word for word; a fragment must be all that a unit says. */
export function isVerbatim({ words, isFragment }: Statement, { units }: Passage): boolean {
  const said = ` ${words.map(({ folded }) => folded).join(' ')} `;
  const inUnits = units.map((unit) => ` ${unit.words.map(({ folded }) => folded).join(' ')} `);
  return isFragment ? inUnits.includes(said) : inUnits.some((text) => text.includes(said));
}

/** Share of what is said, numbers and names counting more. It does not depend on how rare a term is in the context. */
export function shareOf(presence: Presence | undefined, { terms }: Question): number {
  const total = terms.reduce((sum, term) => sum + termWeights[kindOf(term)], 0);
  if (total === 0 || !presence) return 0;
  return terms.reduce((sum, term, index) => sum + termWeights[kindOf(term)] * (presence[index] ?? 0), 0) / total;
}

type TermKind = keyof typeof termWeights;

function kindOf({ isName, folded }: QuestionTerm): TermKind {
  if (digits.test(folded)) return 'number';
  return isName ? 'name' : 'other';
}

function presencesIn({ units }: Passage, terms: Terms) {
  const own = units.map(({ words }) => terms.presence(words));
  const near = (at: number) =>
    [at - 1, at, at + 1].reduce((all, index) => united(all, own[index] ?? terms.nothing), terms.nothing);
  return { terms, own, near };
}

interface Compared {
  readonly unit: Unit;
  readonly terms: Terms;
  readonly language: string;
}

/**
 * Only the part of the unit counts that says what the statement says. Numbers do not tell where that is, so that
 * another number never brings more support.
 */
function differsInNegation(statement: Statement, { unit, terms, language }: Compared): boolean {
  if (statement.isFragment) return false;
  const isShared = ({ folded }: { readonly folded: string }, index: number) => {
    const word = unit.words[index];
    return word !== undefined && !digits.test(folded) && terms.of(word).length > 0;
  };
  const first = unit.words.findIndex(isShared);
  const last = unit.words.findLastIndex(isShared);
  const part = unit.words.slice(Math.max(0, first - NEGATION_REACH_WORDS), last + 1 + NEGATION_REACH_WORDS);
  const denies = ({ folded }: { readonly folded: string }) => isNegation(folded, language);
  return statement.words.some(denies) !== part.some(denies);
}
