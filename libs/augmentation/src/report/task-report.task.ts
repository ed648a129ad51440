import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobStore } from '@lectern/blob-store';
import { writeTaskReport } from '@lectern/contracts/understanding';
import { Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AgentTaskRepository } from '../agents/agent-task.repository';
import type { AgentTaskEntity } from '../agents/agent-task.entity';
import { fieldsReport } from '../agents/task-report';
import { reportLines, reportPage, type ReportedTask } from './report-text';
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
    const reported = task && reportedTask(task);
    if (!reported) return;
    const rows = [
      await this.written(task, reported, { contentType: 'text/markdown', text: reportPage(reported) }),
      await this.written(task, reported, { contentType: 'text/csv', text: reportLines(reported) }),
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
    { completedAt: createdAt }: ReportedTask,
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
function reportedTask({ id, name, parameters, created, scheduledAt, completedAt, ...task }: AgentTaskEntity) {
  const report = fieldsReport(task.report);
  if (!report || !completedAt) return undefined;
  const title: unknown = Reflect.get(parameters, 'name');
  return {
    id,
    name,
    title: typeof title === 'string' ? title : '',
    startedAt: scheduledAt ?? created,
    completedAt,
    report,
  };
}

/** A UUID of the version 8, which applications define. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const parts = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(hex)?.slice(1) ?? [];
  const [first, second, third, fourth, fifth] = parts;
  return `${first}-${second}-8${third}-8${fourth}-${fifth}`;
}
