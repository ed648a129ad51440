import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { noteCommit } from './commit-ledger';
import { databaseAway, databaseError, isTransientFailure } from './postgres-errors';

const ATTEMPTS_MAX = 5;
const BACK_OFF_MS = 10;

/** Levels above READ COMMITTED, the default of connections. */
type Isolation = 'REPEATABLE READ' | 'SERIALIZABLE';

/** Callbacks after the commit of a transaction, by its connection. */
const afterCommit = new WeakMap<QueryRunner, (() => void)[]>();

/**
 * Calls `then` after the commit of the transaction of `tx`, and never after a rollback. For effects that may be lost in
 * a crash: events, wake-ups, caches. Only for transactions run by `Transactions`; outside of one, `then` is called
 * immediately.
 */
export function onCommit(tx: EntityManager, then: () => void): void {
  const waiting = tx.queryRunner && afterCommit.get(tx.queryRunner);
  if (waiting) waiting.push(then);
  else then();
}

/** Runs units of work on one schema's data source. */
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Commits all effects of `work` on `tx`, or none. `work` is retried, at most four times, when Postgres reports a
   * deadlock or a serialisation failure: it must have no effects except through `tx`.
   *
   * @throws AppError `unavailable`, `deadline_exceeded` or `storage_full` when the database fails; the errors of `work`
   */
  async run<T>(work: (tx: EntityManager) => Promise<T>, isolation?: Isolation): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work, isolation);
      } catch (error) {
        if (!isTransientFailure(error) || attempt === ATTEMPTS_MAX) throw databaseError(error);
        await sleep(BACK_OFF_MS * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  /**
   * Runs one statement, which commits by itself.
   *
   * @throws as `run`
   */
  async single<T>(statement: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.read((manager) => {
      noteCommit();
      return statement(manager);
    });
  }

  /**
   * Runs reads without a transaction: each statement sees the data committed when it starts.
   *
   * @throws AppError `unavailable`, `deadline_exceeded` when the database fails; the errors of `work`
   */
  async read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      this.refuseUnlessOpen();
      return await work(this.dataSource.manager);
    } catch (error) {
      throw databaseError(error);
    }
  }

  private async once<T>(work: (tx: EntityManager) => Promise<T>, isolation?: Isolation): Promise<T> {
    this.refuseUnlessOpen();
    const runner = this.dataSource.createQueryRunner();
    const waiting: (() => void)[] = [];
    afterCommit.set(runner, waiting);
    let result: T;
    try {
      const { manager } = runner;
      const whole = async (tx: EntityManager) => {
        const done = await work(tx);
        noteCommit();
        return done;
      };
      result = await (isolation ? manager.transaction(isolation, whole) : manager.transaction(whole));
    } finally {
      await runner.release();
    }
    for (const then of waiting) then();
    return result;
  }

  /** The database may not have been available yet. */
  private refuseUnlessOpen(): void {
    if (!this.dataSource.isInitialized) throw databaseAway();
  }
}
