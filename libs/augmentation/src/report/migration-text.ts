import { naiveUtc } from '@lectern/contracts/core';
import type { MigrationReport } from '../agents/migrate-task';
import { type CsvRow, csvOf, markdownTable } from './report-text';

/** A migration that has ended. */
export interface ReportedMigration {
  readonly id: string;
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly report: MigrationReport;
  /** Resources of the box when it began. */
  readonly resources: number;
}

/** What a migration has changed, as a page in Markdown. */
export function migrationPage(task: ReportedMigration): string {
  const { id, startedAt, completedAt } = task;
  const parts = [
    '# Change of the embedding model',
    `Task \`semantic-model-migrator\` (${id}), ${naiveUtc(startedAt)} to ${naiveUtc(completedAt)} UTC.`,
    markdownTable(['', 'Before', 'After'], beforeAndAfter(task)),
    markdownTable(
      ['', 'Count'],
      migrationFigures(task).map(([what, count]) => [what, String(count)]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The same as CSV: section, row, column, value. */
export function migrationLines(task: ReportedMigration): string {
  const models = beforeAndAfter(task).flatMap(([what, before, after]): CsvRow[] => [
    ['migration', what, 'before', before],
    ['migration', what, 'after', after],
  ]);
  return csvOf([...models, ...migrationFigures(task).map(([what, count]): CsvRow => ['summary', what, '', count])]);
}

function beforeAndAfter({ report: { from, to, switched_at: at } }: ReportedMigration) {
  const switched = at === null ? '' : at.replace('Z', '');
  return [
    ['model of searches', from, to],
    ['in use', `until ${switched}`, `since ${switched}`],
  ] as const;
}

function migrationFigures({ startedAt, completedAt, resources }: ReportedMigration) {
  const seconds = Math.max((completedAt.getTime() - startedAt.getTime()) / 1_000, 0.001);
  return [
    ['resources', resources],
    ['seconds', Number(seconds.toFixed(1))],
    ['resources per second', Number((resources / seconds).toFixed(1))],
  ] as const;
}
