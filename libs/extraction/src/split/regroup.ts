import { sentencePositions, type Sentence, sentencesAt } from '@lectern/contracts/core';
import type { Paragraph } from './paragraph';

/** A sentence of a paragraph, with the text before and after it that belongs to no sentence. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly sentence?: Sentence;
  readonly paragraph: Paragraph;
}

/** A paragraph sentence by sentence; a paragraph without any is one piece. */
export function paragraphPieces(paragraph: Paragraph): Piece[] {
  const { start, end } = paragraph;
  const sentences = sentencesAt(paragraph.sentences);
  if (sentences.length === 0) return [{ start, end, paragraph }];
  return sentences.map((sentence, at) => ({
    start: at === 0 ? start : sentence.start,
    end: at === sentences.length - 1 ? end : sentence.end,
    sentence,
    paragraph,
  }));
}

/** Pieces as one paragraph, which has the page and the headings of the first. @param pieces in order, at least one */
export function regrouped(pieces: readonly [Piece, ...Piece[]], fieldId: string): Paragraph {
  const [{ start, paragraph: first }] = pieces;
  const end = pieces.at(-1)?.end ?? start;
  const from = [...new Set(pieces.map(({ paragraph }) => paragraph))];
  const isOfOneKind = from.every(({ kind }) => kind === first.kind);
  return {
    ...first,
    start,
    end,
    start_seconds: from.flatMap(({ start_seconds: seconds }) => seconds),
    end_seconds: from.flatMap(({ end_seconds: seconds }) => seconds),
    kind: isOfOneKind ? first.kind : 'TEXT',
    sentences: sentencePositions(pieces.flatMap(({ sentence }) => sentence ?? [])),
    key: `${fieldId}/${start}-${end}`,
    representation: isOfOneKind ? first.representation : null,
  };
}
