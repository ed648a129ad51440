import { fieldsReport } from './task-report';
import { workOnAgentTasks, writeTaskReport } from '@lectern/contracts/understanding';
import { TaskQueue, Transactions } from '@lectern/database';
import { AgentTaskEntity } from './agent-task.entity';
import { AgentTaskRepository, type ReleasedTask } from './agent-task.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const BOXES_PER_PAGE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Stored tasks, one transaction per call, with a job for each box that has due tasks. */
@Injectable()
export class AgentTaskRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AgentTaskRepository,
    private readonly jobs: TaskQueue,
  ) {}

  /** @throws AppError `quota_exceeded`, and the errors of `admit`, which receives the existing tasks of the box */
  async add(tasks: readonly AgentTaskEntity[], admit?: (present: readonly AgentTaskEntity[]) => void): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.insert(tasks, tx);
      const [first] = tasks;
      if (!first) return;
      await this.workAt(first.kbid, tasks, tx);
      if (!admit) return;
      const ids = new Set(tasks.map(({ id }) => id));
      admit((await this.repository.list(first.kbid, tx)).filter(({ id }) => !ids.has(id)));
    });
  }

  async find(kbid: string, id: string): Promise<AgentTaskEntity | undefined> {
    return this.transactions.read((tx) => this.repository.find(kbid, id, tx));
  }

  /** Newest first. */
  async list(kbid: string): Promise<readonly AgentTaskEntity[]> {
    return this.transactions.read((tx) => this.repository.list(kbid, tx));
  }

  /** Tasks for new resources, oldest first: those with these ids, or all. */
  async listEnabled(kbid: string, ids?: readonly string[]): Promise<readonly AgentTaskEntity[]> {
    return this.transactions.read((tx) => this.repository.listEnabled(kbid, tx, ids));
  }

  /** The task that moves a box to a model, while it does. */
  async findMigration(kbid: string, model: string): Promise<AgentTaskEntity | undefined> {
    return this.transactions.read((tx) => this.repository.findMigration(kbid, model, tx));
  }

  /**
   * @returns the task after the change; undefined if the task does not exist or `change` returns nothing
   * @throws the errors of `admit`, which receives the changed task and all tasks of the box
   */
  async change(
    { kbid, id }: { readonly kbid: string; readonly id: string },
    change: (task: AgentTaskEntity) => Partial<AgentTaskEntity> | undefined,
    admit?: (changed: AgentTaskEntity, present: readonly AgentTaskEntity[]) => void,
  ): Promise<AgentTaskEntity | undefined> {
    return this.transactions.run(async (tx) => {
      if (admit) await this.repository.hold(kbid, tx);
      const task = await this.repository.find(kbid, id, tx);
      const changes = task && change(task);
      if (!changes) return undefined;
      if (Object.keys(changes).length === 0) return task;
      const changed = { ...task, ...changes };
      admit?.(changed, await this.repository.list(kbid, tx));
      await this.repository.update({ kbid, id }, changes, tx);
      await this.workAt(kbid, [changes], tx);
      return changed;
    });
  }

  async delete(kbid: string, id: string): Promise<void> {
    await this.transactions.run((tx) => this.repository.delete(kbid, id, tx));
  }

  async deleteOfBox(kbid: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.deleteOfBox(kbid, tx);
      await this.jobs.stop(jobKey(kbid), { tx });
    });
  }

  /** Call when something in a box has been processed. */
  async nudge(kbid: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (await this.repository.nudge(kbid, tx)) await this.workOn(kbid, new Date(), tx);
    });
  }

  /** Leases the due tasks of a box that run together; empty if none are due. */
  async begin(kbid: string, lease: string): Promise<readonly AgentTaskEntity[]> {
    const ids = await this.transactions.single((tx) => this.repository.begin(kbid, lease, tx));
    return ids.length === 0 ? [] : this.transactions.read((tx) => this.repository.listLeased(ids, lease, tx));
  }

  /** @returns the tasks that the lease still covers */
  async keep(lease: string, tasks: readonly AgentTaskEntity[]): Promise<ReadonlySet<string>> {
    const kept = tasks.map(({ id, cursor, retries, log, progress, report }) => {
      return { id, cursor, retries, log, progress, report };
    });
    return this.transactions.single((tx) => this.repository.keep(lease, kept, tx));
  }

  /** Ends the lease of tasks, and schedules the next tasks of the box for when they are due. */
  async release(kbid: string, lease: string, tasks: readonly ReleasedTask[]): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.release(lease, tasks, tx);
      for (const { id, report, completedAt } of tasks)
        if (report && completedAt && (fieldsReport(report) || isMigration(report)))
          await this.jobs.add(writeTaskReport, { kbid, taskId: id }, { tx, tenant: kbid });
      const due = await this.repository.nextDue(kbid, tx);
      if (due) await this.workOn(kbid, due, tx);
    });
  }

  /** Adds jobs for boxes that have tasks with a due time but no job. */
  async resume(signal: AbortSignal): Promise<void> {
    for (let after: string | undefined = FIRST; after !== undefined;) {
      signal.throwIfAborted();
      const page: { after: string; limit: number } = { after, limit: BOXES_PER_PAGE };
      const boxes = await this.transactions.read((tx) => this.repository.listDueBoxes(page, tx));
      const known = await this.jobs.busy(boxes.map(({ kbid }) => jobKey(kbid)));
      for (const { kbid, due } of boxes)
        if (!known.has(jobKey(kbid))) await this.transactions.run((tx) => this.workOn(kbid, due, tx));
      after = boxes.length === BOXES_PER_PAGE ? boxes.at(-1)?.kbid : undefined;
    }
  }

  private async workAt(
    kbid: string,
    tasks: readonly Partial<Pick<AgentTaskEntity, 'dueAt'>>[],
    tx: EntityManager,
  ): Promise<void> {
    const dates = tasks.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
    if (dates.length > 0) await this.workOn(kbid, new Date(Math.min(...dates)), tx);
  }

  /** One job per box at a time, so that its tasks take turns. */
  private async workOn(kbid: string, runAt: Date, tx: EntityManager): Promise<void> {
    const key = jobKey(kbid);
    await this.jobs.add(workOnAgentTasks, { kbid }, { tx, tenant: kbid, key, serialBy: key, runAt });
  }
}

/** Whether a report is that of a migration; one back writes another report of the same form, and no assets. */
function isMigration(report: object): boolean {
  return 'switched_at' in report;
}

function jobKey(kbid: string): string {
  return `agents:${kbid}`;
}
