import Papa from 'papaparse';
import type { DocumentBuilder } from '../document-builder';
import type { FormatReader } from '../reader';
import { decodedText } from './decoded-text';

const HEADER_SAMPLE_ROWS = 50;

export const readCsvFile: FormatReader = async (source, document) => {
  readCsv(decodedText(source, document), document);
};

/** Any usual delimiter. The first row names the columns, as far as it looks like names. */
export function readCsv(text: string, document: DocumentBuilder, caption?: string): void {
  const rows: string[][] = [];
  const content = text.replace(/^\ufeff/, '');
  const whole = readRows(content, rows, { charsMax: document.charsMax });
  if (whole.unclosedAt !== undefined) {
    document.warn(`A quotation mark in row ${rows.length + 1} is never closed: from there on they were read as text`);
    const literal = { delimiter: whole.delimiter, quoteChar: '\0' };
    readRows(content.slice(whole.unclosedAt), rows, { charsMax: document.charsMax, ...literal });
  }
  // Of what follows nothing would be kept.
  if (rows.reduce((chars, cells) => chars + charsOf(cells), 0) > document.charsMax)
    document.warn(`Rows of the table after the first ${document.charsMax} characters were left out`);
  document.table({ caption, rows, headed: hasHeader(rows) ? true : undefined });
}

interface Read {
  readonly delimiter?: string;
  /** Where the row begins that does not end. */
  readonly unclosedAt?: number;
}

interface RowOptions {
  readonly charsMax: number;
  readonly delimiter?: string;
  readonly quoteChar?: string;
}

function readRows(text: string, rows: string[][], { charsMax, ...options }: RowOptions): Read {
  let chars = 0;
  let before = 0;
  let read: Read = {};
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: 'greedy',
    ...options,
    step: ({ data, errors, meta }, parser) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) {
        read = { delimiter: meta.delimiter, unclosedAt: before };
        return parser.abort();
      }
      before = meta.cursor;
      rows.push(data);
      chars += charsOf(data);
      if (chars > charsMax) parser.abort();
    },
  });
  return read;
}

function charsOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** In a file of records two names are a header unless their column shows the contrary. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...body] = rows.slice(0, HEADER_SAMPLE_ROWS);
  if (!first || body.length === 0) return false;
  const names = first.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length < 2 || new Set(names).size < names.length) return false;
  return names.every((name) => /\p{L}/u.test(name) && !/[.!?]$/.test(name));
}
