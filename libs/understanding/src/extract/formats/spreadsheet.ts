import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { guardArchive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, reasonOf } from '../extract-error';
import type { FormatReader } from '../reader';
import { writeCharts } from './charts';
import { readOfficeProperties } from './office-properties';

const SHEETS_MAX = 200;
const ROWS_MAX = 200_000;
const COLUMNS_MAX = 500;
const PREVIEW_ROWS = 50;
const CAPTION_CHARS_MAX = 300;

/** Every sheet is a page of its own; a blank row ends a table; a lone cell above a table is its caption. */
export const readSpreadsheet: FormatReader = async (source, document, { budget }) => {
  const isArchive = source.bytes[0] === 0x50 && source.bytes[1] === 0x4b;
  const archive = isArchive ? guardArchive(source.bytes, budget) : undefined;
  const workbook = await open(source.bytes);
  if (archive) readOfficeProperties(archive, document);
  document.describe({ title: workbook.Props?.Title, author: workbook.Props?.Author });
  for (const name of workbook.SheetNames.slice(0, SHEETS_MAX)) {
    const sheet = workbook.Sheets[name];
    if (!sheet) continue;
    document.startPage();
    document.heading(name, 2);
    writeSheet(name, sheet, document);
    if (document.full) return;
  }
  if (archive) writeCharts(archive, document);
};

async function open(bytes: Uint8Array): Promise<WorkBook> {
  const { read } = await import('@e965/xlsx');
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellDates: true,
      cellHTML: false,
      cellFormula: false,
      dateNF: 'yyyy-mm-dd',
      sheetRows: ROWS_MAX,
    });
  } catch (error) {
    const reason = reasonOf(error);
    const text = /password|encrypt/i.test(reason)
      ? 'The spreadsheet is encrypted: send it without a password'
      : `The spreadsheet is damaged (${reason}): save it anew`;
    throw new ExtractError(text, 'ERROR', { cause: error });
  }
}

function writeSheet(name: string, sheet: WorkSheet, document: DocumentBuilder): void {
  const rows = rowsOf(sheet);
  document.sheet({ name, rows: rows.slice(0, PREVIEW_ROWS) });
  for (const group of groupsOf(rows)) writeGroup(group, document);
  for (const note of notesOf(sheet)) document.paragraph(note);
}

type Cells = readonly (CellObject | undefined)[];

/** Read from the cells that exist: the range a sheet declares may be a million rows by sixteen thousand columns. */
function rowsOf(sheet: WorkSheet): string[][] {
  const data: readonly (Cells | undefined)[] = sheet['!data'] ?? [];
  const rows = Array.from(data, (cells) => Array.from((cells ?? []).slice(0, COLUMNS_MAX), textOf));
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const text = rows[from.r]?.[from.c] ?? '';
    // A cell over several rows names each of them.
    for (let row = from.r + 1; row <= Math.min(to.r, from.r + 1_000); row += 1) {
      const line = rows[row];
      if (line && from.c < COLUMNS_MAX && !line[from.c]) line[from.c] = text;
    }
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? ''));
}

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z') return '';
  if (cell.v instanceof Date) return dateText(cell.v);
  // As the cell is too narrow to show it.
  if (typeof cell.v === 'number' && /\dE[+-]/.test(cell.w ?? '')) return String(cell.v);
  return String(cell.w ?? cell.v ?? '')
    .replace(/\s+/g, ' ')
    .trim();
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

function writeGroup(group: readonly string[][], document: DocumentBuilder): void {
  const first = Math.min(...group.map((row) => row.findIndex((cell) => cell !== '')));
  const rows = group.map((row) => row.slice(first));
  const body = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  const lone = body === -1 ? rows : rows.slice(0, body);
  for (const row of lone)
    document.paragraph(row.find((cell) => cell !== '')?.slice(0, body === -1 ? undefined : CAPTION_CHARS_MAX) ?? '');
  if (body !== -1) document.table({ rows: rows.slice(body) });
}

function* notesOf(sheet: WorkSheet): Generator<string> {
  const data: readonly (Cells | undefined)[] = sheet['!data'] ?? [];
  for (const cells of data) {
    for (const cell of cells ?? []) {
      const note = cell?.c
        ?.map(({ t }) => t ?? '')
        .join(' ')
        .trim();
      if (note) yield note;
    }
  }
}
