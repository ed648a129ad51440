import { Transactions } from '@lectern/database';
import { AgentTaskEntity, AgentTaskRepository, type ReleasedTask } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';

/** Tasks as they are stored, each call a transaction. */
@Injectable()
export class AgentTaskRows {
  private tell: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AgentTaskRepository,
  ) {}

  /** Whom to tell in this process that tasks were added or changed. */
  onChanged(tell: () => void): void {
    this.tell = tell;
  }

  /** @throws AppError `quota_exceeded`, and what `admit` throws, which gets those that the box has */
  async add(tasks: readonly AgentTaskEntity[], admit?: (present: readonly AgentTaskEntity[]) => void): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.insert(tasks, tx);
      const [first] = tasks;
      if (!first || !admit) return;
      const ids = new Set(tasks.map(({ id }) => id));
      admit((await this.repository.list(first.kbid, tx)).filter(({ id }) => !ids.has(id)));
    });
    this.tell();
  }

  async find(kbid: string, id: string): Promise<AgentTaskEntity | undefined> {
    return this.transactions.read((tx) => this.repository.find(kbid, id, tx));
  }

  /** Newest first. */
  async list(kbid: string): Promise<readonly AgentTaskEntity[]> {
    return this.transactions.read((tx) => this.repository.list(kbid, tx));
  }

  /** For new resources, oldest first: of these ids, or all. */
  async listEnabled(kbid: string, ids?: readonly string[]): Promise<readonly AgentTaskEntity[]> {
    return this.transactions.read((tx) => this.repository.listEnabled(kbid, tx, ids));
  }

  /** @returns the task after the change; undefined without a task, or when `change` returns nothing */
  async change(
    { kbid, id }: { readonly kbid: string; readonly id: string },
    change: (task: AgentTaskEntity) => Partial<AgentTaskEntity> | undefined,
  ): Promise<AgentTaskEntity | undefined> {
    const changed = await this.transactions.run(async (tx) => {
      const task = await this.repository.find(kbid, id, tx);
      const changes = task && change(task);
      if (!changes) return undefined;
      if (Object.keys(changes).length === 0) return task;
      await this.repository.update({ kbid, id }, changes, tx);
      return { ...task, ...changes };
    });
    this.tell();
    return changed;
  }

  async delete(kbid: string, id: string): Promise<void> {
    await this.transactions.run((tx) => this.repository.delete(kbid, id, tx));
  }

  async deleteOfBox(kbid: string): Promise<void> {
    await this.transactions.run((tx) => this.repository.deleteOfBox(kbid, tx));
  }

  async nudge(kbid: string): Promise<void> {
    await this.transactions.run((tx) => this.repository.nudge(kbid, new Date(), tx));
  }

  /** Tasks of one box that are to be worked on together; none when there is nothing to do. */
  async lease(lease: string, span: { readonly now: Date; readonly until: Date }): Promise<readonly AgentTaskEntity[]> {
    const ids = await this.transactions.single((tx) => this.repository.lease(lease, span, tx));
    return ids.length === 0 ? [] : this.transactions.read((tx) => this.repository.listLeased(ids, lease, tx));
  }

  /** @returns those that are still to be worked on under this lease */
  async keep(lease: string, until: Date, tasks: readonly AgentTaskEntity[]): Promise<ReadonlySet<string>> {
    const kept = tasks.map(({ id, cursor, retries, log }) => ({ id, cursor, retries, log }));
    return this.transactions.single((tx) => this.repository.keep({ lease, until }, kept, tx));
  }

  /** Ends the turn of tasks that are held under this lease. */
  async release(lease: string, tasks: readonly ReleasedTask[]): Promise<void> {
    if (tasks.length > 0) await this.transactions.single((tx) => this.repository.release(lease, tasks, tx));
  }
}
