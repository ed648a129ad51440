import Papa from 'papaparse';
import type { DocumentBuilder } from '../document-builder';
import type { FormatReader } from '../reader';
import { blanksCovered, levelledHeader } from '../table-levels';
import { headerOf, rowLine } from '../table-text';
import { decodedText } from './decoded-text';

const HEADER_SAMPLE_ROWS = 50;
const DELIMITER_SAMPLE_CHARS = 1_000_000;
/** Rows that are examined to find the names of the columns. */
const OPENING_ROWS = 10_000;
const OPENING_CHARS = 1_000_000;

export const readCsvFile: FormatReader = async (source, document) => {
  readCsv(decodedText(source, document), document);
};

/** Any usual delimiter. The first row names the columns, as far as it looks like names. */
export function readCsv(text: string, document: DocumentBuilder, caption?: string): void {
  const { separator, titles, rows: content } = openingOf(text.replace(/^\ufeff/, ''));
  const table = new CsvTable(document, [...(caption ? [caption] : []), ...titles]);
  const delimiter = separator ?? delimiterOf(content);
  const unclosed = readRows(content, { delimiter }, table);
  if (unclosed) {
    const { row, start } = unclosed;
    document.warn(`A quotation mark in row ${row} is never closed: from there on they were read as text`);
    readRows(content.slice(start), { delimiter, quoteChar: '\0' }, table);
  }
  table.end();
}

interface CsvOpening {
  /** As a first line `sep=;` says, which Excel reads. */
  readonly separator?: string;
  /** Lines above the table that a blank line parts from it. */
  readonly titles: readonly string[];
  readonly rows: string;
}

const TITLES_MAX = 5;

function openingOf(text: string): CsvOpening {
  const said = /^"?sep=(.)"?[ \t]*(?:\r\n?|\n)/i.exec(text.slice(0, 20));
  const content = said ? text.slice(said[0].length) : text;
  const separator = said?.[1];
  const above = /^((?:[^\r\n"]{1,500}(?:\r\n?|\n)){1,5})[ \t]*(?:\r\n?|\n)\s*/.exec(content.slice(0, 4_000));
  const titles = above?.[1]?.split(/\r\n?|\n/).filter((line) => line.trim() !== '') ?? [];
  const rows = content.slice(above?.[0].length ?? 0);
  return titles.length > 0 && areTitles(titles, rows, separator)
    ? { separator, titles, rows }
    : { separator, titles: [], rows: content };
}

/** Whether lines have other columns than the rows below them, which have all the same. */
function areTitles(titles: readonly string[], rows: string, separator?: string): boolean {
  const delimiter = separator ?? delimiterOf(rows);
  const options = { delimiter, skipEmptyLines: 'greedy', preview: 5 } as const;
  const widths = Papa.parse<string[]>(rows.slice(0, DELIMITER_SAMPLE_CHARS), options).data.map((row) => row.length);
  const [width = 0] = widths;
  const isTable = width > 1 && widths.length > 1 && widths.every((other) => other === width);
  return isTable && titles.every((line) => Papa.parse<string[]>(line, { delimiter }).data[0]?.length !== width);
}

const DELIMITERS = [',', '\t', ';', '|'];

function delimiterOf(text: string): string {
  const sample = text.slice(0, DELIMITER_SAMPLE_CHARS);
  const options = { delimitersToGuess: DELIMITERS, skipEmptyLines: 'greedy', preview: 10 } as const;
  return Papa.parse<string[]>(sample, options).meta.delimiter;
}

interface Quoting {
  readonly delimiter: string;
  readonly quoteChar?: string;
}

/** @returns the row that does not end, and where it begins */
function readRows(text: string, quoting: Quoting, table: CsvTable): { row: number; start: number } | undefined {
  let start = 0;
  let row = 1;
  let isUnclosed = false;
  Papa.parse<string[]>(text, {
    ...quoting,
    skipEmptyLines: 'greedy',
    // The fast one has all lines in memory at once.
    fastMode: false,
    step: ({ data, errors, meta }, parser) => {
      isUnclosed = errors.some(({ code }) => code === 'MissingQuotes');
      if (isUnclosed) return parser.abort();
      table.add(data);
      start = meta.cursor;
      row += 1;
      if (table.full) parser.abort();
    },
  });
  return isUnclosed ? { row, start } : undefined;
}

/** Keeps rows as lines of text: as lists of cells they need many times the memory. */
class CsvTable {
  /** Until it is known what the columns are called. */
  private opening: (readonly string[])[] | undefined = [];
  private header: readonly string[] | undefined;
  private readonly lines: string[] = [];
  private chars = 0;

  constructor(
    private readonly document: DocumentBuilder,
    private readonly captions: readonly string[],
  ) {}

  /** Whether it has more text than the document may have. */
  get full(): boolean {
    return this.chars > this.document.charsMax;
  }

  add(cells: readonly string[]): void {
    const row = this.bounded(cells);
    if (!this.opening) return this.write(row);
    this.opening.push(row);
    this.chars += row.reduce((sum, cell) => sum + cell.length, 0);
    if (this.opening.length >= OPENING_ROWS || this.chars > OPENING_CHARS) this.settle();
  }

  end(): void {
    this.settle();
    this.document.tableLines([...this.captions, ...this.lines]);
  }

  private settle(): void {
    if (!this.opening) return;
    const rows = this.withoutTitles(this.opening);
    const levelled = levelledHeader({ rows, covered: blanksCovered(rows) });
    const [first, ...rest] = levelled ? [levelled.header, ...rows.slice(levelled.rows)] : rows;
    this.header = levelled?.header ?? headerOf({ rows, headed: hasHeader(rows) ? true : undefined });
    this.opening = undefined;
    this.chars = 0;
    if (first && !this.header) this.write(first);
    for (const row of rest) this.write(row);
  }

  /** Rows of one cell above a table are its title. */
  private withoutTitles(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
    const isLone = (row: readonly string[]) => row.filter((cell) => /\S/.test(cell)).length < 2;
    const body = rows.findIndex((row) => !isLone(row));
    if (body < 1 || body > TITLES_MAX || rows.length < body + 2) return rows;
    for (const row of rows.slice(0, body)) this.lines.push(rowLine(row));
    return rows.slice(body);
  }

  private write(row: readonly string[]): void {
    const line = rowLine(row, this.header);
    if (line === '') return;
    this.lines.push(line);
    this.chars += line.length + 1;
  }

  private bounded(cells: readonly string[]): readonly string[] {
    const { document } = this;
    const { charsMax } = document;
    document.loseColumns(cells.length);
    const long = cells.reduce((sum, cell) => sum + Math.max(0, cell.length - charsMax), 0);
    document.lose(`Characters of a cell beyond the first ${charsMax} were left out`, long);
    return long > 0 ? cells.map((cell) => cell.slice(0, charsMax)) : cells;
  }
}

/** In a file of records two names are a header unless their column shows the contrary. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...body] = rows.slice(0, HEADER_SAMPLE_ROWS);
  if (!first || body.length === 0) return false;
  const names = first.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length < 2 || new Set(names).size < names.length) return false;
  return names.every((name) => /\p{L}/u.test(name) && !/[.!?]$/.test(name));
}
