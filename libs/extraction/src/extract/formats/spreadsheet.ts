import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { guardArchive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, reasonOf, unreadable } from '../extract-error';
import { EXCELS_PASSWORD, unlockedOffice } from '../locked-office';
import type { FormatReader, Source } from '../reader';
import { headerOf } from '../table-text';
import { writeCharts } from './charts';
import { readOfficeProperties } from './office-properties';
import { writeOdfExtras } from './odf-extras';
import { writeSheetExtras } from './sheet-extras';

const SHEETS_MAX = 200;
const ROWS_MAX = 200_000;
/** Merged cells name this many rows; all of a sheet so many. */
const MERGED_ROWS_MAX = 1_000;
const MERGED_MAX = 200_000;
/** Of a sheet with its empty cells. */
const CELLS_MAX = 20_000_000;

/** Every sheet is its own page; a blank row ends a table; a lone cell above a table is its caption. */
export const readSpreadsheet: FormatReader = async (source, document, context) => {
  const { budget, handOver } = context;
  const isArchive = source.bytes[0] === 0x50 && source.bytes[1] === 0x4b;
  const archive = isArchive ? guardArchive(source.bytes, budget) : undefined;
  const workbook = await openedBook(source);
  if (archive) readOfficeProperties(archive, document);
  document.describe({ title: workbook.Props?.Title });
  const left = workbook.SheetNames.length - SHEETS_MAX;
  document.lose(`Sheets beyond the first ${SHEETS_MAX} were left out`, left);
  for (const name of workbook.SheetNames.slice(0, SHEETS_MAX)) {
    const sheet = workbook.Sheets[name];
    if (!sheet) continue;
    document.startPage();
    document.heading(name, 2);
    const rows = writeSheet(sheet, document);
    context.sheet?.(name, rows);
    // What was read of it is not needed any more.
    delete workbook.Sheets[name];
    await handOver();
    if (document.full) return;
  }
  if (!archive) return;
  writeCharts(archive, document);
  await writeSheetExtras(archive, document, context);
  await writeOdfExtras(archive, document, context);
};

/** @throws ExtractError when it is damaged, or needs another password */
async function openedBook(source: Source): Promise<WorkBook> {
  const sent = await open(source.bytes);
  const book = sent ?? (await open(await unlockedOffice(source, EXCELS_PASSWORD)));
  if (book) return book;
  throw new ExtractError('The spreadsheet is encrypted in a way that cannot be opened here: save it as .xlsx');
}

/** Undefined where it is encrypted. */
async function open(bytes: Uint8Array): Promise<WorkBook | undefined> {
  const { read } = await import('@e965/xlsx');
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellDates: true,
      cellHTML: false,
      // Tells times of day from dates.
      cellNF: true,
      cellFormula: false,
      dateNF: 'yyyy-mm-dd',
      sheetRows: ROWS_MAX,
    });
  } catch (error) {
    if (/password|encrypt/i.test(reasonOf(error))) return undefined;
    throw unreadable('spreadsheet', error);
  }
}

/** @returns its rows */
function writeSheet(sheet: WorkSheet, document: DocumentBuilder): readonly (readonly string[])[] {
  document.lose(`Rows of sheets beyond the first ${ROWS_MAX} were left out`, rowsLeftOut(sheet));
  const rows = rowsOf(sheet, document);
  for (const group of headed(groupsOf(rows))) writeGroup(group, document);
  for (const note of notesOf(sheet)) document.paragraph(note);
  return rows;
}

/** The last row that a sheet says it has, beyond those that were read. */
function rowsLeftOut(sheet: WorkSheet): number {
  const range: unknown = Reflect.get(sheet, '!fullref');
  const last = typeof range === 'string' ? Number(/:[A-Z]+(\d+)$/.exec(range)?.[1] ?? 0) : 0;
  return (sheet['!data']?.length ?? 0) >= ROWS_MAX ? last - ROWS_MAX : 0;
}

type Cells = readonly (CellObject | undefined)[];

/**
 * Read from the cells that exist: the range a sheet declares may be a million rows by sixteen thousand columns. Columns
 * that are empty in all rows are left out.
 */
function rowsOf(sheet: WorkSheet, document: DocumentBuilder): string[][] {
  const data: readonly (Cells | undefined)[] = sheet['!data'] ?? [];
  const texts = Array.from(data, (cells) => cellTexts(cells ?? []));
  repeatMerged(texts, sheet, document);
  const used = new Set<number>();
  for (const row of texts) for (const column of row.keys()) used.add(column);
  if (used.size * texts.length > CELLS_MAX) {
    document.warn(
      'The sheet is too wide and too long for its columns to be kept apart: rows are lists of their values',
    );
    return texts.map((row) => [...row.values()]);
  }
  const columns = [...used].sort((one, other) => one - other);
  return texts.map((row) => (row.size === 0 ? [] : columns.map((column) => row.get(column) ?? '')));
}

function cellTexts(cells: Cells): Map<number, string> {
  const texts = new Map<number, string>();
  cells.forEach((cell, column) => {
    const text = textOf(cell);
    if (text !== '') texts.set(column, text);
  });
  return texts;
}

/** A cell over several rows names each of them. */
function repeatMerged(rows: readonly Map<number, string>[], sheet: WorkSheet, document: DocumentBuilder): void {
  let repeated = 0;
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const text = rows[from.r]?.get(from.c);
    for (let row = from.r + 1; text !== undefined && row <= Math.min(to.r, from.r + MERGED_ROWS_MAX); row += 1) {
      const line = rows[row];
      if (line === undefined || line.has(from.c)) continue;
      if (repeated >= MERGED_MAX) return document.warn(`Merged cells were repeated in ${MERGED_MAX} rows only`);
      line.set(from.c, text);
      repeated += 1;
    }
  }
}

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z') return '';
  if (cell.v instanceof Date) return isTime(cell) ? String(cell.w) : dateText(cell.v);
  // As the cell is too narrow to show it.
  if (typeof cell.v === 'number' && /\dE[+-]/.test(cell.w ?? '')) return String(cell.v);
  return String(cell.w ?? cell.v ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether its format shows hours or minutes and no day: a time of day, or how long something takes. */
function isTime({ z, w }: CellObject): boolean {
  const format = String(z ?? '').replace(/"[^"]*"|\\./g, '');
  return w !== undefined && /[hs]/i.test(format) && !/[dy]/i.test(format);
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

function* groupsOf(rows: readonly string[][]): Generator<string[][]> {
  let group: string[][] = [];
  for (const row of rows) {
    if (row.some((cell) => cell !== '')) {
      group.push(row);
    } else if (group.length > 0) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/** A header that a blank row parts from its rows comes back to them. */
function* headed(groups: Iterable<string[][]>): Generator<string[][]> {
  let header: string[][] | undefined;
  for (const group of groups) {
    const joined = header && isHeaderOf(header, group) ? [...header, ...group] : undefined;
    if (header && !joined) yield header;
    header = undefined;
    if (joined) yield joined;
    else if (group.length <= 2) header = group;
    else yield group;
  }
  if (header) yield header;
}

/** Whether the last row of one group names the columns of another, which has no names of its own. */
function isHeaderOf(group: readonly string[][], rows: readonly string[][]): boolean {
  const names = group.at(-1) ?? [];
  const isNamed = rows.every((row) => row.every((cell, column) => cell === '' || names[column] !== ''));
  return isNamed && headerOf({ rows }) === undefined && headerOf({ rows: [names, ...rows] }) !== undefined;
}

function writeGroup(group: readonly string[][], document: DocumentBuilder): void {
  const first = group.reduce(
    (least, row) =>
      Math.min(
        least,
        row.findIndex((cell) => cell !== ''),
      ),
    Infinity,
  );
  const rows = group.map((row) => row.slice(first));
  const body = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  const lone = body === -1 ? rows : rows.slice(0, body);
  for (const row of lone) document.paragraph(row.find((cell) => cell !== '') ?? '');
  if (body !== -1) document.table({ rows: rows.slice(body) });
}

function* notesOf(sheet: WorkSheet): Generator<string> {
  const data: readonly (Cells | undefined)[] = sheet['!data'] ?? [];
  for (const cells of data) {
    for (const cell of cells ?? []) {
      const note = cell?.c
        ?.map(({ a: author, t = '' }) => (author && !t.includes(author) ? `${author}: ${t}` : t))
        .join(' ')
        .trim();
      if (note) yield note;
    }
  }
}
