import { Bus } from '@lectern/bus';
import { type IndexKind, type IndexWork, knowledgeBoxChanged, maintainIndexes } from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { type IndexRunEntity, IndexRunRepository, type RequestedRun } from '@lectern/knowledge-box-rows';
import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IndexReadiness } from './index-readiness';

/** Behind whatever makes new content searchable; but what fills an empty index does so, too. */
const PRIORITY = 20;
const PRIORITY_FROM_EMPTY = 0;

type RunMembers = Partial<Omit<IndexRunEntity, 'kbid' | 'work' | 'id'>>;

/** Another run was requested meanwhile, or the knowledge box is gone. */
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
    @Optional() private readonly readiness?: IndexReadiness,
  ) {}

  /** Commits what is to be done together with the tasks that do it. */
  async request(requested: RequestedRun, tx: EntityManager): Promise<void> {
    const boxes = await this.runs.request(requested, tx);
    await this.addTasks(boxes, requested, tx);
  }

  /**
   * Has an index dropped and filled again; searches say at once that it is incomplete.
   *
   * @param wasDropped whether a run dropped it since the damage was found
   * @returns false when that is requested already, or there is no such box
   */
  async heal(kbid: string, index: IndexKind, wasDropped: () => boolean): Promise<boolean> {
    const begins = await this.transactions.run(async (tx) => {
      // Otherwise a run could drop the index between the question and the request.
      await this.runs.hold(kbid, 'rebuild', tx);
      if (wasDropped()) return false;
      const requested = await this.runs.heal({ kbid, index }, tx);
      if (requested) await this.addTasks([kbid], { work: 'rebuild', fromEmpty: true }, tx);
      return requested;
    });
    if (!begins) return false;
    this.readiness?.noteHealing(kbid);
    this.tellIncomplete(kbid);
    return true;
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
    // Searches say that a box is incomplete before it is emptied, and not any more when it is full.
    if (run.fromEmpty && (change.phase || run.phase === 'drop')) this.tellIncomplete(run.kbid);
    return { ...run, ...noted };
  }

  /** Lets others have a turn: another task goes on where this one was. @throws SupersededError */
  async continueLater(run: IndexRunEntity): Promise<void> {
    await this.transactions.run((tx) => this.addTasks([run.kbid], run, tx));
  }

  private tellIncomplete(kbid: string): void {
    this.bus.publish(knowledgeBoxChanged, { kbid });
    this.readiness?.recheck();
  }

  private async addTasks(
    kbids: readonly string[],
    { work, fromEmpty }: Pick<IndexRunEntity, 'work' | 'fromEmpty'>,
    tx: EntityManager,
  ): Promise<void> {
    const jobs = kbids.map((kbid) => ({
      payload: { kbid, work },
      serialBy: `indexes:${kbid}`,
      key: `indexes:${work}:${kbid}`,
      priority: fromEmpty ? PRIORITY_FROM_EMPTY : PRIORITY,
    }));
    await this.tasks.addAll(maintainIndexes, jobs, { tx });
  }
}
