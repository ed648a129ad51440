import type { DocumentBuilder } from '../document-builder';
import { fieldTarget } from '../link-target';
import { titledTable } from '../table-title';
import type { ParagraphProperties } from './paragraph-properties';

const CELL_END = '\u0007';
const FIELD = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
const FIELDS_DEEP_MAX = 100;
const CODE_CHARS_MAX = 5_000;

/** Special marks, and the text that is written for them. */
const marks: Readonly<Record<string, string>> = {
  '\u000b': '\n',
  '\u001e': '-',
  '\u001f': '',
  '\u0001': '',
  '\u0002': '',
  '\u0005': '',
  '\u0008': '',
};

/** Puts characters of a Word document together to paragraphs, list items and tables. */
export class WordBlocks {
  private text = '';
  private cells: string[] = [];
  private rows: string[][] = [];
  /** Codes of open fields, of which the result is shown; undefined once it has begun. */
  private readonly fields: (string | undefined)[] = [];

  constructor(private readonly document: DocumentBuilder) {}

  /** @param properties of the paragraph that the character ends, if it ends one */
  take(char: string, properties: () => ParagraphProperties): void {
    if (char === FIELD) return void (this.fields.length < FIELDS_DEEP_MAX && this.fields.push(''));
    if (char === FIELD_RESULT) return this.beginResult();
    if (char === FIELD_END) return this.endField();
    if (char === '\r' || char === '\f' || char === CELL_END) return this.endParagraph(char, properties());
    const code = this.fields.at(-1);
    if (code !== undefined) {
      if (code.length < CODE_CHARS_MAX) this.fields[this.fields.length - 1] = code + char;
      return;
    }
    this.text += marks[char] ?? char;
  }

  end(): void {
    this.endParagraph('\r', { inTable: false, endsRow: false });
    this.writeTable();
    this.fields.length = 0;
  }

  private beginResult(): void {
    const code = this.fields.at(-1);
    const target = code === undefined ? undefined : fieldTarget(code);
    if (target) this.document.link(target);
    if (this.fields.length > 0) this.fields[this.fields.length - 1] = undefined;
  }

  /** A formula of text, such as a reading above a word, has no result: its code has the shown text. */
  private endField(): void {
    const code = this.fields.pop();
    if (code && /^\s*EQ\s/.test(code)) this.text += code.replace(/^\s*EQ|\\\*?\s?\w+(\s\d+)?|"[^"]*"|[\\()]/g, ' ');
  }

  private endParagraph(char: string, { heading, listLevel, inTable, endsRow }: ParagraphProperties): void {
    if (inTable || char === CELL_END) {
      if (endsRow) return this.endRow();
      if (char !== CELL_END) return void (this.text += ' ');
      this.cells.push(this.takeText());
      return;
    }
    this.writeTable();
    const text = this.takeText();
    if (heading !== undefined) this.document.heading(text, heading);
    else if (listLevel !== undefined) this.document.listItem(text, listLevel);
    else this.document.paragraph(text);
  }

  private takeText(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  private endRow(): void {
    this.text = '';
    this.rows.push(this.cells);
    this.cells = [];
  }

  private writeTable(): void {
    if (this.cells.length > 0) this.endRow();
    if (this.rows.length > 0) this.document.table(titledTable({ rows: this.rows }));
    this.rows = [];
  }
}
