import type { ColumnInfo, QueryRows, SqlDialect } from '@lectern/foreign-databases';
import { foldText } from '@lectern/text';
import { COUNTING } from '../../query/asked-names';
import type { NamedTable } from './named-things';

const ROWS_MAX = 50;
const CONDITIONS_MAX = 5;
const VALUE_CHARS_MAX = 200;
/** A question, and the table that it is about. */
export interface TemplateInput {
  readonly question: string;
  readonly named: NamedTable;
  readonly dialect: SqlDialect;
  /** Rows of the table, whose values the question may name. */
  readonly sample: QueryRows | undefined;
}

/** A query that a rule makes: it counts or lists the rows of a table, those with values that the question names. */
export function templateQuery({ question, named, dialect, sample }: TemplateInput): string {
  const { table, columns } = named;
  const quoted = (name: string) => (dialect === 'mysql' ? `\`${name}\`` : `"${name.replaceAll('"', '""')}"`);
  const conditions = conditionsIn(question, table.columns, sample).map(
    ({ column, value }) => `${quoted(column)} = '${value.replaceAll("'", "''")}'`,
  );
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const from = ` FROM ${quoted(table.name)}${where}`;
  if (COUNTING.test(foldText(question))) return `SELECT count(*) AS ${quoted(`number of ${table.name}`)}${from}`;
  const filtered = new Set(conditionsIn(question, table.columns, sample).map(({ column }) => column));
  const wanted = columns.filter(({ name }) => !filtered.has(name));
  const shown = wanted.length === 0 ? '*' : wanted.map(({ name }) => quoted(name)).join(', ');
  return `SELECT ${shown}${from} LIMIT ${ROWS_MAX}`;
}

interface Condition {
  readonly column: string;
  readonly value: string;
}

/** Values after the name of their column, and values of rows that the question has as words. */
function conditionsIn(
  question: string,
  columns: readonly ColumnInfo[],
  sample: QueryRows | undefined,
): readonly Condition[] {
  const found = new Map<string, string>();
  for (const { name } of columns) {
    const value = valueAfter(name, question);
    if (value !== undefined) found.set(name, value);
  }
  const folded = ` ${wordsOf(question)} `;
  for (const row of sample?.rows ?? []) {
    for (const [at, cell] of row.entries()) {
      const column = sample?.columns[at];
      if (column === undefined || found.has(column) || typeof cell !== 'string') continue;
      const words = wordsOf(cell);
      if (words.length > 1 && !/^\d+$/.test(words) && folded.includes(` ${words} `)) found.set(column, cell);
    }
  }
  return (
    [...found]
      .map(([column, value]) => ({ column, value }))
      // What would need escapes is no value of a question.
      .filter(({ value }) => value.length <= VALUE_CHARS_MAX && !/[\\\0]/.test(value))
      .slice(0, CONDITIONS_MAX)
  );
}

/** `status = open`, `status "open"`, `id 7`. */
function valueAfter(column: string, question: string): string | undefined {
  const name = column.replaceAll(/[^\p{L}\p{N}]+/gu, '[ _-]');
  if (name.replaceAll('[ _-]', '') === '') return undefined;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])${name}\\s*(?:(?:=|:|is|ist|est|es)\\s*)?(?:"([^"]{1,200})"|'([^']{1,200})'|(\\d+(?:\\.\\d+)?)\\b)|` +
      `(?<![\\p{L}\\p{N}_])${name}\\s*(?:=|:)\\s*([\\p{L}\\p{N}_-]{1,200})`,
    'iu',
  );
  const [, double, single, number, word] = pattern.exec(question) ?? [];
  return double ?? single ?? number ?? word;
}

/** Folded words, one space between them. */
function wordsOf(text: string): string {
  return foldText(text.slice(0, 4_000))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
