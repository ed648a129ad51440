import { CodePointMap } from '@lectern/text';

/** A field's text, from which paragraphs are cut by their offsets in code points. */
export class ParagraphText {
  private readonly map: CodePointMap;

  constructor(private readonly text: string) {
    this.map = new CodePointMap(text);
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.map.toUtf16(start), this.map.toUtf16(end));
  }
}
