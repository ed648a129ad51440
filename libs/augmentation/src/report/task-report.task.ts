import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobStore } from '@lectern/blob-store';
import { writeTaskReport } from '@lectern/contracts/understanding';
import { Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AgentTaskRepository } from '../agents/agent-task.repository';
import type { AgentTaskEntity } from '../agents/agent-task.entity';
import { migrationOf } from '../agents/migrate-task';
import { fieldsReport } from '../agents/task-report';
import { migrationLines, migrationPage } from './migration-text';
import { reportLines, reportPage } from './report-text';
import type { TaskAssetEntity } from './task-asset.entity';
import { TaskAssetRepository } from './task-asset.repository';

const REPORT_BYTES_MAX = 16 * 1024 ** 2;

/** Writes the reports of runs that were completed. */
@Injectable()
export class TaskReportTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly tasks: AgentTaskRepository,
    private readonly assets: TaskAssetRepository,
    private readonly blobs: BlobStore,
  ) {}

  @Runs(writeTaskReport)
  async run({ kbid, taskId }: { readonly kbid: string; readonly taskId: string }): Promise<void> {
    const task = await this.transactions.read((tx) => this.tasks.find(kbid, taskId, tx));
    const reported = task && (reportedTask(task) ?? reportedMigration(task));
    if (!reported) return;
    const rows = [
      await this.written(task, reported.at, { contentType: 'text/markdown', text: reported.page }),
      await this.written(task, reported.at, { contentType: 'text/csv', text: reported.lines }),
    ];
    const removed = await this.transactions.run(async (tx) => {
      await this.assets.insert(rows, tx);
      return this.assets.prune(kbid, tx);
    });
    for (const blob of removed) await this.blobs.delete(blob);
  }

  /** A repetition writes the same file again. */
  private async written(
    { kbid, account, id: taskId, name: taskName }: AgentTaskEntity,
    createdAt: Date,
    { contentType, text }: { readonly contentType: string; readonly text: string },
  ): Promise<TaskAssetEntity> {
    const id = uuidOf(`${taskId}/${createdAt.toISOString()}/${contentType}`);
    const blobKey = `kb/${kbid}/asset/${id}`;
    const { sizeBytes } = await this.blobs.write(blobKey, Readable.from([Buffer.from(text)]), {
      sizeBytesMax: REPORT_BYTES_MAX,
    });
    return { kbid, id, account, taskId, taskName, contentType, blobKey, sizeBytes, createdAt };
  }
}

/** Undefined if it was restarted in the meantime. */
function reportedTask({
  id,
  name,
  parameters,
  created,
  scheduledAt,
  completedAt,
  ...task
}: AgentTaskEntity): Written | undefined {
  const report = fieldsReport(task.report);
  if (!report || !completedAt) return undefined;
  const title: unknown = Reflect.get(parameters, 'name');
  const startedAt = scheduledAt ?? created;
  const reported = { id, name, title: typeof title === 'string' ? title : '', startedAt, completedAt, report };
  return { at: completedAt, page: reportPage(reported), lines: reportLines(reported) };
}

/** Undefined for other tasks, and for one that moves a box back. */
function reportedMigration(task: AgentTaskEntity): Written | undefined {
  const { id, name, cleanupOf, created, scheduledAt, completedAt, progress } = task;
  if (name !== 'semantic-model-migrator' || cleanupOf !== null || !completedAt) return undefined;
  const resources = progress?.total ?? 0;
  const reported = { id, startedAt: scheduledAt ?? created, completedAt, report: migrationOf(task), resources };
  return { at: completedAt, page: migrationPage(reported), lines: migrationLines(reported) };
}

/** A report in both forms. */
interface Written {
  /** When the run ended. */
  readonly at: Date;
  readonly page: string;
  readonly lines: string;
}

/** A UUID of the version 8, which applications define. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const parts = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(hex)?.slice(1) ?? [];
  const [first, second, third, fourth, fifth] = parts;
  return `${first}-${second}-8${third}-8${fourth}-${fifth}`;
}
