import { type Span, splitSentences } from '@lectern/text';

/** A sentence of an answer, without its footnote marks. */
export interface AnswerSentence extends Span {
  /** Its text, with marks replaced by blanks. */
  readonly text: string;
  /** Numbers of the footnotes after it or in it. */
  readonly marks: readonly number[];
}

const limits = { charactersMax: 100_000, sentencesMax: 1_000 };
/** A line that defines a footnote, or a footnote mark. */
const definition = /^\[\d{1,3}\]:.*$/gm;
const mark = /\[(\d{1,3})\]/g;
/** The number of a list item; not part of a statement. */
const itemNumber = /(?<=^[ \t]*)\d{1,3}[.)](?=\s)/gm;
/** Introduces or asks something, and makes no statement. */
const statesNothing = /[:：?？؟]["'”’)\]]*$/u;

/** The sentences of an answer, in code points of the answer. Definitions of footnotes are omitted. */
export function answerSentences(answer: string, language: string): AnswerSentence[] {
  const text = answer.slice(0, limits.charactersMax).replace(definition, blanks);
  const marks = [...text.matchAll(mark)].map(({ index, 1: number }) => ({ at: index, number: Number(number) }));
  const read = text.replace(mark, blanks).replace(itemNumber, (number) => '-'.padEnd(number.length));
  const found = splitSentences(read, language).slice(0, limits.sentencesMax);
  const starts = utf16Starts(text, found);
  return found.flatMap(({ start, end, text: said }, index) => {
    if (statesNothing.test(said)) return [];
    const [from, until] = [index === 0 ? 0 : (starts[index] ?? 0), starts[index + 1] ?? text.length];
    const own = marks.filter(({ at }) => at >= from && at < until).map(({ number }) => number);
    return [{ start, end, text: said, marks: [...new Set(own)] }];
  });
}

/** Of the same length, so that later positions stay the same. */
function blanks(matched: string): string {
  return ' '.repeat(matched.length);
}

/** Sentences are in order: each is searched for after the previous one. */
function utf16Starts(text: string, sentences: readonly Span[]): number[] {
  let [unit, point] = [0, 0];
  return sentences.map(({ start }) => {
    for (; point < start; point += 1) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    return unit;
  });
}
