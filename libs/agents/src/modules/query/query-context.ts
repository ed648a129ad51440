import type { QueryRows } from '@lectern/foreign-databases';
import type { FoundContext } from '../../engine/module-run';
import { textContext } from '../text-context';

const CHUNK_ROWS_MAX = 50;
const CHUNK_CHARS_MAX = 20_000;

/** A query that was made, and its rows. */
export interface MadeQuery {
  readonly statement: string;
  readonly result: QueryRows;
}

/** Rows with values of at most some characters. */
export function shortened({ columns, rows, hasMore }: QueryRows, charsMax: number): QueryRows {
  const short = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' && cell.length > charsMax ? `${cell.slice(0, charsMax)}…` : cell)),
  );
  return { columns, rows: short, hasMore };
}

/** Rows as objects. A column whose name comes twice gets a number. */
export function rowObjects({ columns, rows }: QueryRows): readonly Readonly<Record<string, unknown>>[] {
  const names = columns.map((name, at) => (columns.indexOf(name) === at ? name : `${name}_${at + 1}`));
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
}

/** Rows as texts: tables in Markdown; the values of a single row one below the other. */
export function rowTexts(result: QueryRows): readonly string[] {
  const { columns, rows } = result;
  const [only] = rows;
  if (only && rows.length === 1) return [columns.map((name, at) => `${name}: ${cellText(only[at])}`).join('\n')];
  const head = [line(columns), line(columns.map(() => '---'))];
  const texts: string[] = [];
  let lines: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const next = line(row.map(cellText));
    if (lines.length >= CHUNK_ROWS_MAX || chars + next.length > CHUNK_CHARS_MAX) {
      if (lines.length > 0) texts.push([...head, ...lines].join('\n'));
      lines = [];
      chars = 0;
    }
    lines.push(next);
    chars += next.length;
  }
  return lines.length > 0 ? [...texts, [...head, ...lines].join('\n')] : texts;
}

/** What a query found, as a context; undefined when it found nothing. */
export function queryContext(
  { statement, result }: MadeQuery,
  { source, title }: { readonly source: string; readonly title: string },
): FoundContext | undefined {
  if (result.rows.length === 0) return undefined;
  const chunks = rowTexts(result).map((text, at) => ({
    ...textContext({ id: `${source}/${at + 1}`, text, title }),
    metadata: { statement },
  }));
  return { chunks, title, source, json_objects: [{ statement, rows: rowObjects(result), has_more: result.hasMore }] };
}

/** What the step says. */
export function rowsFound({ rows, hasMore }: QueryRows): string {
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${hasMore ? ', and there are more' : ''}`;
}

function cellText(cell: unknown): string {
  return String(cell ?? '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
