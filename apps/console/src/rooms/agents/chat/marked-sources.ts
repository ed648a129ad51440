import type { AnswerCitations } from '@lectern/contracts/agents';

/** A block of the answer's sources, which a line at its end gives a number. */
const FOOTNOTE = /^\[(\d+)\]: (block-[A-Z]+)$/gm;

/** The answer with its numbers as links to `#` and the id of their source, and without the lines that explain them. */
export function linkedAnswer(text: string, citations: AnswerCitations | undefined, idOf: (key: string) => string) {
  const blocks = new Map([...text.matchAll(FOOTNOTE)].map(([, number = '', block = '']) => [number, block]));
  const body = answerBody(text);
  if (blocks.size === 0) return body;
  return body.replace(/\[(\d+)\]/g, (mark, number: string) => {
    const cited = citations?.metadata[blocks.get(number) ?? ''];
    return cited ? `[\\[${number}\\]](#${idOf(`${cited.context_id} ${cited.chunk_index ?? 0}`)})` : mark;
  });
}

/** The answer without the lines that explain its numbers. */
export function answerBody(text: string): string {
  return text.replace(FOOTNOTE, '').trimEnd();
}
