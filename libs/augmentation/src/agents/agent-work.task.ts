import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { resumeAgentTasks, workOnAgentTasks } from '@lectern/contracts/understanding';
import { type HeldRun, InterruptedError, Runs, type TaskRun } from '@lectern/database';
import type { AgentTaskEntity } from './agent-task.entity';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BlockedAccounts } from '@lectern/understanding';
import { AgentJob } from './agent-job';
import { loggedLines } from './agent-log';
import { AgentTaskRows } from './agent-task-rows';
import { admitToday, type DayBounds } from './agent-tally';
import { agentTasksSlice } from './agent-tasks.config';
import { AgentTaskWork } from './leased-run';
import { inNextRound } from './next-round';
import { TaskWaits } from './task-waits';

/** Concurrent boxes per process. */
export const BOXES_MAX = 4;
/** A task for existing resources is given up after this many failures without progress. */
const RETRIES_MAX = 8;
const BACK_OFF_MS = 1_000;
/** Delay before a task of a blocked account is checked again. */
const BLOCKED_MS = 15_000;

/** Runs due tasks: those of a box in one process at a time, some at a time. */
@Injectable()
export class AgentWorkTask {
  private readonly bounds: DayBounds;

  constructor(
    private readonly rows: AgentTaskRows,
    private readonly job: AgentJob,
    private readonly blocks: BlockedAccounts,
  ) {
    const { AUGMENTATION_CALLS_PER_DAY: calls, AUGMENTATION_TOKENS_PER_DAY: tokens } = readConfig(agentTasksSlice);
    this.bounds = { calls, tokens };
  }

  @Runs(workOnAgentTasks, { concurrency: BOXES_MAX })
  async run({ kbid }: { readonly kbid: string }, run: HeldRun): Promise<void> {
    const lease = randomUUID();
    const tasks = await this.rows.begin(kbid, lease);
    const works = tasks.map((task) => new AgentTaskWork(task, run.signal));
    await this.work(works, lease, run);
    const ended = works
      .filter(({ isLost }) => !isLost)
      .map(({ task, end, failure }) => {
        const { id, cursor, retries, log, progress, report } = task;
        return { id, cursor, retries, log, progress, report, ...(end ?? taskEnd(task, failure?.error, run.signal)) };
      });
    await this.rows.release(kbid, lease, ended);
  }

  @Runs(resumeAgentTasks)
  async resume(_: object, { signal }: TaskRun): Promise<void> {
    await this.rows.resume(signal);
  }

  private async work(works: readonly AgentTaskWork[], lease: string, run: HeldRun): Promise<void> {
    // Without any task left, what is under way ends, too.
    const over = new AbortController();
    const signal = AbortSignal.any([run.signal, over.signal]);
    const store = async () => {
      run.alive();
      const some = works.filter(({ isLost }) => !isLost);
      if (some.length === 0) return;
      const kept = await this.rows.keep(
        lease,
        some.map(({ task }) => task),
      );
      for (const one of some) if (!kept.has(one.task.id)) one.lose();
      if (works.every(({ isLost }) => isLost)) over.abort(new AppError('cancelled', 'Its tasks were stopped'));
      run.signal.throwIfAborted();
    };
    const storeTogether = inNextRound(store);
    const keep = (some: readonly AgentTaskWork[]) => (some.length > 0 ? storeTogether() : Promise.resolve());
    // A resource may take long, and its tasks may be stopped in the meantime.
    run.whileHeld(storeTogether);
    const admit = async ({ account, id }: AgentTaskEntity) => {
      const now = works.find(({ task }) => task.id === id)?.task;
      admitToday(now?.progress ?? null, this.bounds);
      await this.blocks.admit(account, 'generative');
    };
    await this.job.work(works, { signal, keep, admit });
  }
}

function taskEnd({ kind, log, retries: failed }: AgentTaskEntity, error: unknown, signal: AbortSignal) {
  // Another process, or this one after its start, continues at once.
  if (signal.aborted && signal.reason instanceof InterruptedError) return { dueAt: new Date() };
  if (error instanceof AppError && error.code === 'blocked')
    return { log: loggedLines(log, [`Waits: ${error.message}`]), dueAt: new Date(Date.now() + BLOCKED_MS) };
  if (error instanceof TaskWaits) return { log: loggedLines(log, [`Waits: ${error.message}`]), dueAt: error.until };
  const retries = failed + 1;
  const text = error instanceof Error ? error.message : String(error);
  const logged = { log: loggedLines(log, [text]), retries };
  if (kind === 'request' && retries >= RETRIES_MAX) return { ...logged, dueAt: null, failedAt: new Date() };
  return { ...logged, dueAt: new Date(Date.now() + BACK_OFF_MS * 2 ** Math.min(retries, 10)) };
}
