import { answerKindOf } from '../reader/answer-kind';
import { isCandidate } from '../reader/candidate';
import { readQuestion } from '../reader/question';
import type { AnswerKind } from '../reader/question-words';
import { Terms } from '../reader/terms';
import type { Statement } from './statements';
import { shareOf } from './support';

export const answerSignNames = ['said', 'candidate', 'missing', 'novel', 'short', 'phrase', 'similar'] as const;

export type AnswerSignName = (typeof answerSignNames)[number];

/** How an answer fits its question. */
export interface AnswerFit {
  /** Signs whether the answer addresses the question; an embedder provides `similar`. */
  readonly signs: Readonly<Record<AnswerSignName, number>>;
  /** Number of terms in the question; `termsSaid` is the number that the answer repeats. */
  readonly terms: number;
  readonly termsSaid: number;
  /** The kind of answer that the question asks for. */
  readonly kind: AnswerKind;
  /** Whether it only repeats words of the question. */
  readonly isEcho: boolean;
}

const NOVEL_WORDS = 3;

export function answerFit(question: string, statements: readonly Statement[], language: string): AnswerFit {
  const asked = readQuestion(question, { language, asked: language });
  const kind = answerKindOf(question, language);
  const terms = new Terms(asked, []);
  const said = statements.flatMap((statement) => statement.words);
  const presence = terms.presence(said);
  const novel = said.filter((word) => word.stem !== '' && terms.of(word).length === 0);
  const hasCandidate = novel.some((word) => isCandidate(kind, word, language));
  const signs = {
    said: shareOf(presence, asked),
    candidate: kind !== 'other' && hasCandidate ? 1 : 0,
    missing: kind !== 'other' && !hasCandidate ? 1 : 0,
    novel: Math.min(1, novel.length / NOVEL_WORDS),
    short: statements.length === 1 && statements[0]?.isFragment ? 1 : 0,
    phrase: terms.phrase(said),
    similar: 0,
  };
  const termsSaid = presence.filter((share) => share > 0).length;
  return { signs, terms: asked.terms.length, termsSaid, kind, isEcho: novel.length === 0 };
}
