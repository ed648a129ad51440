import { On } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { resourceProgressed, type ResourceReference, type ResourceStep } from '@lectern/contracts/knowledge-box';
import { LookPace } from '@lectern/runtime';
import type { AgentTaskEntity } from '@lectern/understanding-rows';
import { Controller, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BlockedAccounts } from '@lectern/understanding';
import { AgentJob } from './agent-job';
import { loggedLines } from './agent-log';
import { AgentTaskRows } from './agent-task-rows';
import { AgentTaskWork } from './agent-turn';

const TICK_MS = 1_000;
/** Boxes whose tasks one process works on at the same time. */
const BOXES_MAX = 4;
const LEASE_MS = 60_000;
const KEEP_EVERY_MS = 15_000;
/** A task for existing resources is given up after this many failures without any progress. */
const RETRIES_MAX = 8;
const BACK_OFF_MS = 1_000;
/** Until a task of a blocked account is looked at again. */
const BLOCKED_MS = 15_000;
const WARN_EVERY_MS = 60_000;

/** Takes tasks that are due and works on them: those of a box in one process at a time, in turns. */
@Controller()
export class AgentWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Agents');
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  /** Boxes in which something was processed since the last look. */
  private readonly nudged = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private readonly looks = new LookPace(performance.now());
  private warnedMs = -Infinity;

  constructor(
    private readonly rows: AgentTaskRows,
    private readonly job: AgentJob,
    private readonly blocks: BlockedAccounts,
  ) {}

  onApplicationBootstrap(): void {
    this.rows.onChanged(() => this.looks.worked(performance.now()));
    this.timer = setInterval(() => void this.tick(), TICK_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.allSettled(this.running);
  }

  @On(resourceProgressed)
  notice({ kbid, step }: ResourceReference & ResourceStep): void {
    if (step !== 'processed') return;
    this.nudged.add(kbid);
    this.looks.worked(performance.now());
  }

  /** Tasks that another process has begun are found within five seconds when nothing has happened for a while. */
  private async tick(): Promise<void> {
    if (this.looks.isDue(performance.now())) await this.look();
  }

  private async look(): Promise<void> {
    if (this.isLooking || this.stopping.signal.aborted) return;
    this.isLooking = true;
    try {
      for (const kbid of [...this.nudged]) {
        this.nudged.delete(kbid);
        await this.rows.nudge(kbid);
      }
      while (this.running.size < BOXES_MAX && !this.stopping.signal.aborted && (await this.take()));
    } catch (error) {
      if (performance.now() - this.warnedMs < WARN_EVERY_MS) return;
      this.warnedMs = performance.now();
      this.logger.warn(`Tasks of agents wait: ${String(error)}`);
    } finally {
      this.isLooking = false;
    }
  }

  /** @returns whether there was something to do */
  private async take(): Promise<boolean> {
    const lease = randomUUID();
    const now = new Date();
    const tasks = await this.rows.lease(lease, { now, until: leaseEnd(now) });
    if (tasks.length === 0) return false;
    this.looks.worked(performance.now());
    const work = this.work(tasks, lease).catch((error: unknown) => {
      this.logger.warn(`Work on tasks of box ${tasks[0]?.kbid} continues later: ${String(error)}`);
    });
    this.running.add(work);
    void work.finally(() => {
      this.running.delete(work);
      void this.look();
    });
    return true;
  }

  private async work(tasks: readonly AgentTaskEntity[], lease: string): Promise<void> {
    const signal = this.stopping.signal;
    const works = tasks.map((task) => new AgentTaskWork(task, signal));
    const keep = async (some: readonly AgentTaskWork[]) => {
      if (some.length === 0) return;
      const kept = await this.rows.keep(
        lease,
        leaseEnd(new Date()),
        some.map(({ task }) => task),
      );
      for (const one of some) if (!kept.has(one.task.id)) one.lose();
      signal.throwIfAborted();
    };
    const admit = (account: string) => this.blocks.admit(account, 'generative');
    const held = () => works.filter(({ isLost }) => !isLost);
    const timer = setInterval(() => void keep(held()).catch(() => undefined), KEEP_EVERY_MS).unref();
    try {
      await this.job.work(works, { signal, keep, admit });
    } finally {
      clearInterval(timer);
    }
    const ended = held().map(({ task, end, failure }) => {
      const { id, cursor, retries, log } = task;
      return { id, cursor, retries, log, ...(end ?? this.endOf(task, failure?.error)) };
    });
    await this.rows.release(lease, ended);
  }

  private endOf({ kind, log, retries: failed }: AgentTaskEntity, error: unknown) {
    // Another process, or this one after its start, continues at once.
    if (this.stopping.signal.aborted) return { dueAt: new Date() };
    if (error instanceof AppError && error.code === 'blocked')
      return { log: loggedLines(log, [`Waits: ${error.message}`]), dueAt: new Date(Date.now() + BLOCKED_MS) };
    const retries = failed + 1;
    const text = error instanceof Error ? error.message : String(error);
    const logged = { log: loggedLines(log, [text]), retries };
    if (kind === 'request' && retries >= RETRIES_MAX) return { ...logged, dueAt: null, failedAt: new Date() };
    return { ...logged, dueAt: new Date(Date.now() + BACK_OFF_MS * 2 ** Math.min(retries, 10)) };
  }
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
