import { words, type Word } from '@lectern/text';
import { answerKindOf } from './answer-kind';
import type { AnswerKind } from './question-words';
import { hasCapitalNouns } from './candidate';

export interface QuestionTerm {
  readonly folded: string;
  readonly stem: string;
  /** Written with a capital inside the question, or a number: what an answer can hardly leave out. */
  readonly isName: boolean;
}

/** What a question says, in terms of the language of the text it is put to. */
export interface Question {
  readonly kind: AnswerKind;
  /** Without stop words and question words, each once, in order. */
  readonly terms: readonly QuestionTerm[];
  /** All its words, folded, in order. */
  readonly words: readonly string[];
  /** Whether capitals tell names in its language. */
  readonly tellsNames: boolean;
}

/** Words that ask, or that belong to asking; they are found in no answer. Stop-word lists have most others. */
const askingWords = new Set(
  (
    'what which who whom whose when where why how many much name names named called type kind year did does do cost costs tell explain describe please ' +
    'que cual cuales quien quienes cuando donde como cuanto cuantos cuantas cuanta nombre tipo llama cuesta cuestan ' +
    'quel quelle quels quelles qui quand ou comment combien pourquoi quoi est-ce nom coute coutent ' +
    'wer wen wem was wann wo wie viele viel welche welcher welches welchem welchen warum name heisst kostet kosten ' +
    'chi cosa quale quali quando dove come quanto quanti quante perche qual quais onde quantos'
  ).split(' '),
);

/**
 * @param language of the text that is asked, for the stems
 * @param asked language of the question, for its stop words
 */
export function readQuestion(
  text: string,
  { language, asked }: { readonly language: string; readonly asked: string },
): Question {
  const own = [...words(text, asked)];
  const inText = language === asked ? own : [...words(text, language)];
  const terms = new Map<string, QuestionTerm>();
  const tellsNames = /[\p{Lu}\p{Ll}]/u.test(text) && !hasCapitalNouns(asked);
  own.forEach((word, index) => {
    const stem = inText[index]?.stem || word.stem;
    if (word.stem === '' || askingWords.has(word.folded) || terms.has(stem)) return;
    terms.set(stem, { folded: word.folded, stem, isName: isName(word, { index, tellsNames }) });
  });
  return {
    kind: answerKindOf(text, asked),
    terms: [...terms.values()],
    words: own.map(({ folded }) => folded),
    tellsNames,
  };
}

function isName(
  { text }: Word,
  { index, tellsNames }: { readonly index: number; readonly tellsNames: boolean },
): boolean {
  return /\p{Nd}/u.test(text) || (tellsNames && index > 0 && /^\p{Lu}/u.test(text));
}
