import { splitSentences, words, type Word } from '@lectern/text';
import { readQuestion, type Question } from '../local/question';

/** A sentence of an answer, in terms of the language of the text that is to support it. */
export interface Statement {
  readonly words: readonly Word[];
  /** What it says, without stop words; names and numbers are marked. */
  readonly said: Question;
  /** Too short to stand alone: a name, a number. It is understood with the question. */
  readonly isFragment: boolean;
}

const limits = { charactersMax: 20_000, statementsMax: 50 };
const FRAGMENT_TERMS_MAX = 4;
const verbless = /[^.!?。！？।؟]$/u;
/** Marks of footnotes and what defines them, which are no part of what an answer says. */
const footnotes = /^\[\d{1,3}\]:\s.*$|\[\d{1,3}\]/gm;

/** What an answer states, sentence by sentence; what has no telling word states nothing. */
export function statementsOf(answer: string, language: string): Statement[] {
  const text = answer.slice(0, limits.charactersMax).replace(footnotes, '').trim();
  const sentences = splitSentences(text, language).slice(0, limits.statementsMax);
  return sentences
    .map((sentence) => statementOf(sentence.text, language, sentences.length === 1))
    .filter(({ said }) => said.terms.length > 0);
}

function statementOf(text: string, language: string, isAlone: boolean): Statement {
  const said = readQuestion(text, { language, asked: language });
  const isFragment = isAlone && said.terms.length <= FRAGMENT_TERMS_MAX && verbless.test(text);
  return { words: [...words(text, language)], said, isFragment };
}
