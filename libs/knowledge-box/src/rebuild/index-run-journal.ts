import { Bus } from '@lectern/bus';
import { type IndexWork, knowledgeBoxChanged, maintainIndexes } from '@lectern/contracts';
import { TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { IndexRunEntity } from './index-run.entity';
import { IndexRunRepository, type RequestedRun } from './index-run.repository';

/** Behind whatever makes new content searchable. */
const PRIORITY = 20;

type RunMembers = Partial<Omit<IndexRunEntity, 'kbid' | 'work' | 'id'>>;

/** Another run was asked for meanwhile, or the knowledge box is gone. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Notes how far runs are, so that they go on from there whatever happens to the process. */
@Injectable()
export class IndexRunJournal {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: IndexRunRepository,
    private readonly tasks: TaskQueue,
    private readonly bus: Bus,
  ) {}

  /** Commits what is to be done together with the tasks that do it. */
  async request(requested: RequestedRun, tx: EntityManager): Promise<void> {
    const boxes = await this.runs.request(requested, tx);
    await this.addTasks(boxes, requested.work, tx);
  }

  /** The run to work on; undefined when there is none. */
  async begin(kbid: string, work: IndexWork): Promise<IndexRunEntity | undefined> {
    const run = await this.transactions.read((tx) => this.runs.find(kbid, work, tx));
    if (!run || run.state === 'done' || run.state === 'failed') return undefined;
    return this.note(run, { state: 'running', started: run.started ?? new Date() });
  }

  /** @returns the run as it is now; @throws SupersededError */
  async note(run: IndexRunEntity, change: RunMembers): Promise<IndexRunEntity> {
    const noted = { ...change, updated: new Date() };
    if (!(await this.transactions.single((tx) => this.runs.change(run, noted, tx)))) throw new SupersededError();
    // Searches say at once that a box was emptied, and not any more when it is full.
    if (run.fromEmpty && change.phase) this.bus.publish(knowledgeBoxChanged, { kbid: run.kbid });
    return { ...run, ...noted };
  }

  /** Lets others have a turn: another task goes on where this one was. @throws SupersededError */
  async continueLater({ kbid, work }: IndexRunEntity): Promise<void> {
    await this.transactions.run((tx) => this.addTasks([kbid], work, tx));
  }

  private async addTasks(kbids: readonly string[], work: IndexWork, tx: EntityManager): Promise<void> {
    const jobs = kbids.map((kbid) => ({
      payload: { kbid, work },
      serialBy: `indexes:${kbid}`,
      key: `indexes:${work}:${kbid}`,
    }));
    await this.tasks.addAll(maintainIndexes, jobs, { tx, priority: PRIORITY });
  }
}
