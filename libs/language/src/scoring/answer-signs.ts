import { answerKindOf } from '../reader/answer-kind';
import { isCandidate } from '../reader/candidate';
import { readQuestion } from '../reader/question';
import type { AnswerKind } from '../reader/question-words';
import { Terms } from '../reader/terms';
import type { Statement } from './statements';
import { shareOf } from './support';

export const answerSignNames = ['said', 'candidate', 'missing', 'novel', 'short', 'phrase', 'similar'] as const;

export type AnswerSignName = (typeof answerSignNames)[number];

/** An answer as far as its question is concerned. */
export interface AnswerFit {
  /** What speaks for and against it being about the question; `similar` is up to an embedder. */
  readonly signs: Readonly<Record<AnswerSignName, number>>;
  /** Terms of the question, and how many of them the answer repeats. */
  readonly terms: number;
  readonly termsSaid: number;
  /** What the question asks for. */
  readonly kind: AnswerKind;
  /** It only repeats words of the question. */
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
