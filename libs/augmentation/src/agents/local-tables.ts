import { tableIn } from '@lectern/understanding';

const TABLES_MAX = 200;
const ROWS_MAX = 1_000;
const COLUMNS_MAX = 50;
const CELL_CHARS_MAX = 2_000;

type Row = readonly string[];

/** How extraction writes the cells of a row, and how people write rows in plain text. */
const separators = [/ \| /, /\t+/] as const;
/** A cell under a header, as extraction writes it: `Price: 12`. */
const LABELLED = /^([^:]{1,60}):\s+(\S.*)$/;

/**
 * The tables of a text as Markdown, in their order: Markdown tables, rows of cells between ` | ` or tabs, and rows in
 * which each cell has the name of its column before it.
 */
export function tablesOfText(text: string): readonly string[] {
  const tables: string[] = [];
  let lines: string[] = [];
  const end = () => {
    const table = tableIn(lines.join('\n')) ?? tableOfRows(lines);
    if (table !== undefined && tables.length < TABLES_MAX) tables.push(table);
    lines = [];
  };
  let kind: RowKind = 'none';
  for (const line of text.split('\n')) {
    // Paragraphs of one table may have empty lines between them.
    if (line.trim() === '') continue;
    const own = kindOf(line);
    if (own !== kind) end();
    kind = own;
    if (kind !== 'none') lines.push(line);
  }
  end();
  return tables;
}

type RowKind = 'none' | 'markdown' | 'cells' | 'tabs';

function kindOf(line: string): RowKind {
  if (line.trim().startsWith('|')) return 'markdown';
  if (separators[0].test(line)) return 'cells';
  return separators[1].test(line.trim()) ? 'tabs' : 'none';
}

/** A table of at least two rows with the same columns; undefined for other lines. */
function tableOfRows(lines: readonly string[]): string | undefined {
  const separator = lines.every((line) => separators[0].test(line)) ? separators[0] : separators[1];
  const rows = lines.slice(0, ROWS_MAX).map((line) =>
    line
      .trim()
      .split(separator)
      .map((cell) => cell.trim()),
  );
  if (rows.length < 2) return undefined;
  const labelled = labelledRows(rows);
  if (labelled) return markdownTable(labelled);
  const [head] = rows;
  const width = head?.length ?? 0;
  return width >= 2 && width <= COLUMNS_MAX && rows.every((row) => row.length === width)
    ? markdownTable(rows)
    : undefined;
}

/** Rows whose cells all name their columns, with these names as first row. Cells that a row lacks are empty. */
function labelledRows(rows: readonly Row[]): readonly Row[] | undefined {
  const read = rows.map((row) => row.map((cell) => LABELLED.exec(cell)));
  const names = new Set(read.flatMap((row) => row.flatMap((cell) => cell?.[1] ?? [])));
  const isWhole = read.every((row) => row.every((cell) => cell !== null));
  // Names that hardly repeat are no names of columns.
  const cells = read.reduce((sum, row) => sum + row.length, 0);
  if (!isWhole || names.size < 2 || names.size > COLUMNS_MAX || cells < names.size * 1.5) return undefined;
  const header = [...names];
  return [header, ...read.map((row) => header.map((name) => row.find((cell) => cell?.[1] === name)?.[2] ?? ''))];
}

function markdownTable([head = [], ...rows]: readonly Row[]): string {
  const line = (row: Row) => `| ${row.map(cellText).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function cellText(cell: string): string {
  return cell.slice(0, CELL_CHARS_MAX).replaceAll('|', '\\|');
}
