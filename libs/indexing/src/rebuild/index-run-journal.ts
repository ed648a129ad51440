import { Bus } from '@lectern/bus';
import { type IndexKind, type IndexWork, knowledgeBoxChanged, maintainIndexes } from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { type IndexRunEntity } from './index-run.entity';
import { IndexRunRepository, type RequestedRun } from './index-run.repository';
import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IndexReadiness } from './index-readiness';

/** Lower priority than making new content searchable, except when filling an empty index, which does the same. */
const PRIORITY = 20;
const PRIORITY_FROM_EMPTY = 0;

type RunMembers = Partial<Omit<IndexRunEntity, 'kbid' | 'work' | 'id'>>;

/** Another run was requested, or the knowledge box has been deleted. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Records the progress of runs, so that they continue from there after any interruption. */
@Injectable()
export class IndexRunJournal {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: IndexRunRepository,
    private readonly tasks: TaskQueue,
    private readonly bus: Bus,
    @Optional() private readonly readiness?: IndexReadiness,
  ) {}

  /** Commits the request together with the tasks that execute it. */
  async request(requested: RequestedRun, tx: EntityManager): Promise<void> {
    const boxes = await this.runs.request(requested, tx);
    await this.addTasks(boxes, requested, tx);
  }

  /**
   * Has an index dropped and refilled; searches report at once that it is incomplete.
   *
   * @param wasDropped whether a run dropped it since the damage was found
   * @returns false when this has already been requested, or the box does not exist
   */
  async heal(kbid: string, index: IndexKind, wasDropped: () => boolean): Promise<boolean> {
    const begins = await this.transactions.run(async (tx) => {
      // Otherwise a run could drop the index between the check and the request.
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

  /** The run to continue; undefined when there is none. */
  async begin(kbid: string, work: IndexWork): Promise<IndexRunEntity | undefined> {
    const run = await this.transactions.read((tx) => this.runs.find(kbid, work, tx));
    if (!run || run.state === 'done' || run.state === 'failed') return undefined;
    return this.note(run, { state: 'running', started: run.started ?? new Date() });
  }

  /** @returns the updated run; @throws SupersededError */
  async note(run: IndexRunEntity, change: RunMembers): Promise<IndexRunEntity> {
    const noted = { ...change, updated: new Date() };
    if (!(await this.transactions.single((tx) => this.runs.change(run, noted, tx)))) throw new SupersededError();
    // Searches report a box as incomplete from before it is emptied until it is full.
    if (run.fromEmpty && (change.phase || run.phase === 'drop')) this.tellIncomplete(run.kbid);
    return { ...run, ...noted };
  }

  /** Gives others a turn: another task continues from here. @throws SupersededError */
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
