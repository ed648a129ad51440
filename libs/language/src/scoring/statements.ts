import { analysedOnce, foldName, splitSentences, type Word, wordsOfSentence } from '@lectern/text';
import { readQuestion, type Question, type QuestionTerm } from '../reader/question';

/** A sentence of an answer, in terms of the language of the text that should support it. */
export interface Statement {
  readonly words: readonly Word[];
  /** Its content, without stop words; names and numbers are marked. */
  readonly said: Question;
  /** Too short to stand alone: a name, a number. It is interpreted together with the question. */
  readonly isFragment: boolean;
}

const limits = { charactersMax: 20_000, statementsMax: 50 };
/** With a full stop at the end, and without. */
const fragmentTermsMax = { stopped: 1, open: 4 };
const stopped = /[.!?。！？।؟]$/u;
/** Footnote marks and definitions, which are not part of the content. */
const footnotes = /^\[\d{1,3}\]:\s.*$|\[\d{1,3}\]/gm;

/** The statements of an answer, sentence by sentence; sentences without a significant word are omitted. */
export const statementsOf = analysedOnce(
  'statements',
  (answer, language = ''): readonly Statement[] => {
    const text = answer.slice(0, limits.charactersMax).replace(footnotes, '').trim();
    const sentences = splitSentences(text, language).slice(0, limits.statementsMax);
    return sentences
      .map((sentence) => statementOf(sentence.text, language, sentences.length === 1))
      .filter(({ said }) => said.terms.length > 0);
  },
  (statements) => statements.reduce((sum, statement) => sum + statement.words.length, 0),
);

function statementOf(text: string, language: string, isAlone: boolean): Statement {
  const read = readQuestion(text, { language, asked: language });
  const said = { ...read, terms: withFirstName(read, text) };
  const isFragment = isAlone && said.terms.length <= fragmentTermsMax[stopped.test(text) ? 'stopped' : 'open'];
  return { words: wordsOfSentence(text, language), said, isFragment };
}

/**
 * A capital at the start of a sentence is a weaker sign of a name, but the subject of a sentence is as hard to omit.
 */
function withFirstName({ terms, tellsNames }: Question, text: string): readonly QuestionTerm[] {
  if (!tellsNames || !/^\p{Lu}/u.test(text)) return terms;
  const folded = foldName(text);
  return terms.map((term) => (folded.startsWith(term.folded) ? { ...term, isName: true } : term));
}
