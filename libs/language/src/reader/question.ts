import { analysedOnce, words, type Word } from '@lectern/text';
import { calendarNameIn, calendarNamesLike } from '../qualifiers/calendar';
import { synonymsOf } from '../qualifiers/synonyms';
import { isAmount, isLight, isThing } from './word-roles';
import { answerKindOf } from './answer-kind';
import { isAsking } from './asking-words';
import type { AnswerKind } from './question-words';
import { hasCapitalNouns } from './candidate';
import { measuredBy } from './measures';

export interface QuestionTerm {
  readonly folded: string;
  readonly stem: string;
  /** Other words, folded or as stems, that an answer may use instead. */
  readonly alike: ReadonlySet<string>;
  /** Capitalised inside the question, or a number: an answer can hardly omit it. */
  readonly isName: boolean;
  /** Names a thing or a measure rather than an action or property, according to the words before it. */
  readonly isThing: boolean;
  /** Asks for an amount: any number matches it. */
  readonly isAmount: boolean;
}

/** The content of a question, in terms of the language of the text in which it is searched. */
export interface Question {
  /** ISO 639-1 of that text. */
  readonly language: string;
  readonly kind: AnswerKind;
  /** Without stop words and question words, each once, in order. */
  readonly terms: readonly QuestionTerm[];
  /** All its words, folded, in order. */
  readonly words: readonly string[];
  /** Whether capitals mark names in its language. */
  readonly tellsNames: boolean;
}

const none: ReadonlySet<string> = new Set();

/**
 * @param language of the searched text, for the stems
 * @param asked language of the question, for its stop words
 */
export function readQuestion(
  text: string,
  { language, asked }: { readonly language: string; readonly asked: string },
): Question {
  return questionOf(text, language, asked);
}

const questionOf = analysedOnce('question', analysed, ({ words: all, terms }) => all.length + terms.length);

function analysed(text: string, language = '', asked = language): Question {
  const own = [...words(text, asked)];
  const inText = language === asked ? own : [...words(text, language)];
  const terms = new Map<string, QuestionTerm>();
  const kind = answerKindOf(text, asked);
  const tellsNames = /[\p{Lu}\p{Ll}]/u.test(text) && !hasCapitalNouns(asked);
  own.forEach((word, index) => {
    const stem = inText[index]?.stem || word.stem;
    if (word.stem === '' || isAsking(word.folded, asked) || isLight(word.folded) || terms.has(stem)) return;
    const alike = alikeOf(word, { kind, language, asked });
    terms.set(stem, {
      folded: word.folded,
      stem,
      alike,
      isName: isName(word, { index, tellsNames }),
      isThing: isThing(own, index, asked) || (kind === 'number' && isMeasure(word.folded, asked)),
      isAmount: kind === 'number' && isAmount(word.folded),
    });
  });
  return {
    language,
    kind,
    terms: [...terms.values()],
    words: own.map(({ folded }) => folded),
    tellsNames,
  };
}

/** `heavy`, `old`: specific properties, unlike `high` and `big`. */
function isMeasure(folded: string, asked: string): boolean {
  return measuredBy(folded, asked).size > 0 && !isAmount(folded);
}

/** Alternatives to a word: for a measure, for a month. */
function alikeOf(
  word: Word,
  { kind, language, asked }: { readonly kind: AnswerKind; readonly language: string; readonly asked: string },
): ReadonlySet<string> {
  const named = calendarNameIn(word, asked);
  if (named) return calendarNamesLike(named, language);
  if (language !== asked) return none;
  const measured = kind === 'number' ? measuredBy(word.folded, asked) : none;
  return new Set([...measured, ...synonymsOf(word.stem, asked)]);
}

function isName(
  { text }: Word,
  { index, tellsNames }: { readonly index: number; readonly tellsNames: boolean },
): boolean {
  return /\p{Nd}/u.test(text) || (tellsNames && index > 0 && /^\p{Lu}/u.test(text));
}
