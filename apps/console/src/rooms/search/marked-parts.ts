/** A piece of a text, and whether its words were searched for. */
export interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

const MARKS = /(<\/?mark>)/;

/** Takes the marks out of the text of a result; any other HTML in it is text. */
export function markedParts(text: string): readonly MarkedPart[] {
  let isMarked = false;
  const parts: MarkedPart[] = [];
  for (const piece of text.split(MARKS)) {
    if (piece === '<mark>' || piece === '</mark>') isMarked = piece === '<mark>';
    else if (piece !== '') parts.push({ text: piece, isMarked });
  }
  return parts;
}
