import { CodePointMap } from '@lectern/text';

/** A field's text, or a piece of it, from which paragraphs are cut by their offsets in code points of the whole. */
export class ParagraphText {
  private readonly map: CodePointMap;

  /** @param first the offset of the piece */
  constructor(
    private readonly text: string,
    private readonly first = 0,
  ) {
    this.map = new CodePointMap(text);
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.map.toUtf16(start - this.first), this.map.toUtf16(end - this.first));
  }
}
