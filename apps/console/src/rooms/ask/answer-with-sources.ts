import type { Source } from './citations';

export interface CopiedAnswer {
  readonly question: string;
  readonly text: string;
  readonly sources: readonly Source[];
}

const PASSAGE_CHARS_MAX = 500;

/** A question, its answer and its sources as plain text. */
export function answerWithSources({ question, text, sources }: CopiedAnswer, heading: string): string {
  if (sources.length === 0) return `${question}\n\n${text}\n`;
  const lines = sources.map(({ number, key, passage }) => {
    const quotation = passage?.text.replaceAll(/\s+/g, ' ').trim().slice(0, PASSAGE_CHARS_MAX);
    return passage ? `[${number}] ${passage.title}: “${quotation}”` : `[${number}] ${key}`;
  });
  return `${question}\n\n${text}\n\n${heading}\n${lines.join('\n')}\n`;
}
