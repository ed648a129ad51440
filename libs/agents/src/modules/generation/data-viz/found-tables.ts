import type { FrameContext } from '@lectern/contracts/agents';
import { isObject } from '@lectern/contracts/core';
import { readTable, tableAt } from '@lectern/language';

/** Tables, rows and columns that are looked at. */
const TABLES_MAX = 10;
const ROWS_MAX = 500;
const COLUMNS_MAX = 20;
const CELL_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 200_000;
/** Characters of all texts that are looked at. */
const TEXTS_CHARS_MAX = 2_000_000;

/** Values of one row by column. */
export type TableRow = Readonly<Record<string, string | number>>;

/** A table that was found. */
export interface FoundTable {
  /** Of the document, where it is known. */
  readonly title: string;
  /** In the order of the table. */
  readonly columns: readonly string[];
  /** At least two; every row has all columns. */
  readonly rows: readonly TableRow[];
}

/** Tables in contexts: lists of objects in their data, and tables in their texts. */
export function foundTables(contexts: readonly FrameContext[]): readonly FoundTable[] {
  let left = TEXTS_CHARS_MAX;
  const tables = contexts.flatMap(({ title, json_objects: objects, structured, chunks }) => {
    const values = [...objects, ...structured.map(parsedJson)];
    const inData = [...values, ...(values.length > 1 ? [values] : [])].flatMap((value) => listsIn(value, title ?? ''));
    const inTexts = chunks.flatMap(({ text, title: ofChunk }) => {
      left -= text.length;
      return left < 0 ? [] : tablesInText(text).map((cells) => tableOf(cells, ofChunk ?? title ?? ''));
    });
    return [...inData, ...inTexts];
  });
  return tables.filter((table) => table !== undefined).slice(0, TABLES_MAX);
}

function parsedJson(text: string): unknown {
  try {
    return text.length > TEXT_CHARS_MAX ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value, when it is a list of objects, or those lists that are members of it. */
function listsIn(value: unknown, title: string): readonly (FoundTable | undefined)[] {
  if (Array.isArray(value)) return [tableOfObjects(value, title)];
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, list]) =>
    Array.isArray(list) ? tableOfObjects(list, title === '' ? name : `${title}: ${name}`) : undefined,
  );
}

function tableOfObjects(list: readonly unknown[], title: string): FoundTable | undefined {
  const objects = list.slice(0, ROWS_MAX).filter((item) => isObject(item));
  const [first] = objects;
  if (!first || objects.length < Math.min(list.length, ROWS_MAX)) return undefined;
  const columns = Object.keys(first).filter((name) => objects.every((one) => isCell(one[name])));
  return tableOf([columns, ...objects.map((one) => columns.map((name) => String(one[name])))], title);
}

const isCell = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Cells of each table in a text, the header first. */
function tablesInText(text: string): readonly (readonly string[])[][] {
  const lines = text.slice(0, TEXT_CHARS_MAX).split('\n');
  const tables: (readonly string[])[][] = [];
  for (let at = 0; at < lines.length;) {
    const rows = tableAt(lines, at);
    at += Math.max(1, rows.length);
    const [first = [], ...others] = readTable(rows, ROWS_MAX).rows;
    const columns = first.map(({ name }) => name);
    tables.push([columns, ...[first, ...others].map((row) => cellsByColumn(row, columns))]);
  }
  return tables;
}

/** Cells in the order of the columns; none where one is missing. */
function cellsByColumn(row: ReturnType<typeof readTable>['rows'][number], columns: readonly string[]): string[] {
  const found = columns.flatMap((column) => row.find(({ name }) => name === column)?.text ?? []);
  return found.length === columns.length ? found : [];
}

/** Undefined without a header and two rows under it. */
function tableOf(cells: readonly (readonly string[])[], title: string): FoundTable | undefined {
  const [header = [], ...body] = cells;
  const columns = header.slice(0, COLUMNS_MAX);
  const rows = body.slice(0, ROWS_MAX).filter((row) => row.length >= columns.length);
  const isNamed =
    columns.length > 0 && columns.every((name) => name !== '') && new Set(columns).size === columns.length;
  if (!isNamed || rows.length < 2) return undefined;
  const numeric = columns.map((_, place) => rows.every((row) => amountOf(row[place] ?? '') !== undefined));
  const valueOf = (cell: string, place: number) =>
    numeric[place] ? (amountOf(cell) ?? 0) : cell.slice(0, CELL_CHARS_MAX);
  return {
    title,
    columns,
    rows: rows.map((row) =>
      Object.fromEntries(columns.map((name, place) => [name, valueOf(row[place] ?? '', place)] as const)),
    ),
  };
}

/** `1,234.5`, `12 %`, `$ 3.20`: a number, with a currency or a unit of one sign. */
function amountOf(cell: string): number | undefined {
  // White space inside a long cell would be looked at again from each of its places.
  if (cell.length > CELL_CHARS_MAX) return undefined;
  const bare = cell.replace(/^[\p{Sc}\s]+|[\p{Sc}%\s]+$/gu, '').replace(/(?<=\d)[,'’\s](?=\d{3}(?!\d))/gu, '');
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : undefined;
}
