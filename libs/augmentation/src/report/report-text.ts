import { naiveUtc } from '@lectern/contracts/core';
import type { TaskReport } from '../agents/task-report';

/** A run of a task and its report. */
export interface ReportedTask {
  readonly id: string;
  /** Name of the kind of task. */
  readonly name: string;
  /** Name for people, from the parameters. */
  readonly title: string;
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly report: TaskReport;
}

/** A row of a report: section, row, column and value. */
export type CsvRow = readonly [section: string, row: string, column: string, value: string | number];

/** The report as a page in Markdown. */
export function reportPage(task: ReportedTask): string {
  const { id, name, title, startedAt, completedAt, report } = task;
  const seconds = (completedAt.getTime() - startedAt.getTime()) / 1_000;
  const summary = [
    `# ${plainMarkdown(title || name)}`,
    `Task \`${name}\` (${id}), ${naiveUtc(startedAt)} to ${naiveUtc(completedAt)} UTC, ${seconds.toFixed(1)} s.`,
    markdownTable(
      ['', 'Count'],
      figures(report).map(([what, count]) => [what, String(count)]),
    ),
  ];
  const lists = countTables(report).flatMap(([heading, counts]) =>
    Object.keys(counts).length === 0
      ? []
      : [
          `## ${heading}`,
          markdownTable(
            ['', 'Count'],
            byCount(counts).map(([key, count]) => [plainMarkdown(key), String(count)]),
          ),
        ],
  );
  const tables = Object.entries(report.confusion).flatMap(([set, rows]) => confusionPage(set, rows));
  return `${[...summary, ...lists, ...tables].join('\n\n')}\n`;
}

/** The same numbers as CSV: section, row, column, value. */
export function reportLines(task: ReportedTask): string {
  const { report } = task;
  const rows: readonly CsvRow[] = [
    ...figures(report).map(([what, count]): CsvRow => ['summary', what, '', count]),
    ...countTables(report).flatMap(([heading, counts]) =>
      byCount(counts).map(([key, count]): CsvRow => [heading, key, '', count]),
    ),
    ...Object.entries(report.confusion).flatMap(([set, own]) =>
      Object.entries(own).flatMap(([given, counts]) =>
        byCount(counts).map(([found, count]): CsvRow => [`confusion ${set}`, given, found, count]),
      ),
    ),
  ];
  return csvOf(rows);
}

/** Rows as CSV with a head. */
export function csvOf(rows: readonly CsvRow[]): string {
  return ['section,row,column,value', ...rows.map((row) => row.map(cell).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
}

function figures(report: TaskReport): readonly (readonly [string, number])[] {
  const { fields, failed, inputTokens, outputTokens, questions, texts } = report;
  return [
    ['fields read', fields],
    ['fields with an error', failed],
    ['questions', questions],
    ['texts', texts],
    ['input tokens', inputTokens],
    ['output tokens', outputTokens],
  ];
}

function countTables({ methods, labels, entities, relations }: TaskReport) {
  return [
    ['methods', methods],
    ['labels', labels],
    ['entities', entities],
    ['relations', relations],
  ] as const;
}

/** Rows are the labels that users gave, columns those that the task gave. */
function confusionPage(set: string, rows: TaskReport['confusion'][string]): readonly string[] {
  const columns = [...new Set(Object.values(rows).flatMap((counts) => Object.keys(counts)))].toSorted();
  const lines = Object.entries(rows)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([given, counts]) => [plainMarkdown(given), ...columns.map((column) => String(counts[column] ?? 0))]);
  const pairs = Object.entries(rows).flatMap(([given, counts]) =>
    Object.entries(counts).map(([found, count]) => ({ isSame: given === found, count })),
  );
  const total = pairs.reduce((sum, { count }) => sum + count, 0);
  const same = pairs.reduce((sum, { isSame, count }) => sum + (isSame ? count : 0), 0);
  return [
    `## confusion of ${plainMarkdown(set)}`,
    'Rows are labels that users gave to resources, columns those that the task gave to their fields. ' +
      `Of ${total} pairs, ${same} agree.`,
    markdownTable(['', ...columns.map(plainMarkdown)], lines),
  ];
}

function byCount(counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(counts).toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
}

/** A table in Markdown; signs of cells stay as they are. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Labels are texts of users and models: they must not become markup. */
function plainMarkdown(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>|#&]/g, (sign) => `\\${sign}`);
}

/** Quoted where needed; spreadsheets must not take a label for a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
