import type { Answer } from './answer';
import { markedAnswer, marks, type Source } from './citations';

export interface CopiedAnswer {
  readonly question: string;
  readonly answer: Pick<Answer, 'text' | 'sentences'>;
  readonly sources: readonly Source[];
}

const PASSAGE_CHARS_MAX = 500;

/** A question, its answer and its sources as plain text. */
export function answerWithSources({ question, answer, sources }: CopiedAnswer, heading: string): string {
  const text = numbered(markedAnswer(answer, sources));
  if (sources.length === 0) return `${question}\n\n${text}\n`;
  const lines = sources.map(({ number, key, passage }) => {
    const quotation = passage?.text.replaceAll(/\s+/g, ' ').trim().slice(0, PASSAGE_CHARS_MAX);
    if (!passage) return `[${number}] ${key}`;
    const names = passage.filename === undefined ? passage.title : `${passage.title} (${passage.filename})`;
    return `[${number}] ${names}: “${quotation}”`;
  });
  return `${question}\n\n${text}\n\n${heading}\n${lines.join('\n')}\n`;
}

/** Citations as `[1]`; bounds of unsupported sentences are for the eye only. */
function numbered(marked: string): string {
  const { cite, citeEnd, unsupported, unsupportedEnd } = marks;
  const noted = marked.replaceAll(cite, ' [').replaceAll(citeEnd, ']');
  return noted.replaceAll(unsupported, '').replaceAll(unsupportedEnd, '');
}
