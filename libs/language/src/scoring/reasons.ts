import type { AnswerKind } from '../reader/question-words';
import type { AnswerFit } from './answer-signs';

const SCORER = 'Scored by rules, without a language model';

export const refusalReasons = {
  whole: `${SCORER}: the answer is a refusal.`,
  beginning: `${SCORER}: the answer begins with a refusal.`,
  echo: `${SCORER}: the answer says nothing that the question does not say.`,
};

const kinds: Readonly<Record<Exclude<AnswerKind, 'other'>, string>> = {
  person: 'a person',
  time: 'a time',
  number: 'a number',
  place: 'a place',
  reason: 'a reason',
  name: 'a name',
};

/** Explains the score of an answer. @param similar 0..1, if meaning was compared */
export function scoreReason({ signs, terms, termsSaid, kind }: AnswerFit, similar: number | undefined): string {
  const parts = [`the answer repeats ${termsSaid} of ${terms} terms of the question`];
  if (kind !== 'other')
    parts.push(`it ${signs.candidate ? 'may name' : 'does not name'} ${kinds[kind]}, which is asked for`);
  if (signs.short) parts.push('it is short');
  if (similar !== undefined) parts.push(`its similarity in meaning is ${similar.toFixed(2)} of 1`);
  return `${SCORER}: ${parts.join(', ')}.`;
}
