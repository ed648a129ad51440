interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Pieces of XML that are to be replaced, collected in any order. What lies within a piece goes with it. */
export class XmlEdits {
  private readonly edits: Edit[] = [];

  replace(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  apply(xml: string): string {
    if (this.edits.length === 0) return xml;
    const pieces: string[] = [];
    let written = 0;
    this.edits.sort((one, other) => one.start - other.start || other.end - one.end);
    for (const { start, end, text } of this.edits) {
      if (start < written) continue;
      pieces.push(xml.slice(written, start), text);
      written = end;
    }
    return pieces.join('') + xml.slice(written);
  }
}
