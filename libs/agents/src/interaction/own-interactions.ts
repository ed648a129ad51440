import { AppError, type Principal } from '@lectern/contracts/core';
import { Stopping } from '@lectern/runtime';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InteractionRun } from './interaction-run';

/** Interactions of one process that run at the same time. */
const RUNNING_MAX = 1_000;
/** Of one agent. */
const OF_AGENT_MAX = 250;
/** Of one caller on one agent; an API key that serves many is one caller. */
const OF_CALLER_MAX = 100;
/** How long frames are kept after the end. */
export const KEPT_MS = 300_000;
/** Characters of frames that ended interactions keep together; the oldest go first. */
const KEPT_CHARS_MAX = 128 * 1024 ** 2;
/** An interaction that runs longer is cancelled. */
export const RUN_MS_MAX = 15 * 60_000;
/** Of the time that a process has to stop, for the last frames. */
const ENDING_MS = 1_500;

interface Owned {
  readonly run: InteractionRun;
  readonly agent: string;
  readonly caller: string;
}

/** Interactions that this process runs, or has run a short time ago. */
@Injectable()
export class OwnInteractions implements OnModuleDestroy {
  private readonly all = new Map<string, Owned>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private isStopping = false;

  constructor(private readonly stopping: Stopping) {}

  get(id: string): InteractionRun | undefined {
    return this.all.get(id)?.run;
  }

  /**
   * Makes room for a new interaction.
   *
   * @returns gives the room back, where it does not begin
   * @throws AppError `rate_limited`
   */
  admit(run: InteractionRun, agent: string, { id: caller }: Principal): () => void {
    if (this.isStopping) throw new AppError('unavailable', 'The server is stopping');
    this.checkRoom(agent, caller);
    this.all.set(run.id, { run, agent, caller });
    return () => this.all.delete(run.id);
  }

  /**
   * Runs `work` on an interaction that was admitted, which is kept for a while afterwards.
   *
   * @param work does not reject
   */
  begin(run: InteractionRun, work: () => Promise<void>): void {
    void this.during(run, work).then(() => {
      this.forgetOldest();
      this.after(KEPT_MS, () => this.all.delete(run.id));
    });
  }

  /** Runs `work` on an interaction that was admitted, and ends it then. @throws what `work` throws */
  async during<T>(run: InteractionRun, work: () => Promise<T>): Promise<T> {
    const limit = this.after(RUN_MS_MAX, () => run.cancel('The interaction took too long'));
    const running = work().finally(() => {
      this.running.delete(running);
      this.clear(limit);
      run.close();
    });
    this.running.add(running);
    return running;
  }

  /** Whether any of the agent are kept. */
  has(agent: string): boolean {
    return [...this.all.values()].some((one) => one.agent === agent);
  }

  /** Ends those of an agent that was deleted, and forgets them. */
  endOf(agent: string): void {
    for (const [id, { run, agent: own }] of this.all)
      if (own === agent) {
        run.cancel('The agent was deleted');
        this.all.delete(id);
      }
  }

  /** Those that run may end by themselves, for as long as the process has; the others are told why they end. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    const leftMs = Math.max(0, Math.min(this.stopping.remainingMs(), RUN_MS_MAX) - ENDING_MS);
    await this.endedWithin(leftMs);
    for (const { run } of this.all.values()) run.cancel('The server is stopping. Please, try again.');
    await this.endedWithin(ENDING_MS);
    for (const timer of this.timers) clearTimeout(timer);
  }

  private async endedWithin(ms: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([Promise.allSettled(this.running), late.promise]);
    clearTimeout(timer);
  }

  /** @throws AppError `rate_limited` */
  private checkRoom(agent: string, caller: string): void {
    const running = [...this.all.values()].filter(({ run }) => !run.buffer.ended);
    const ofAgent = running.filter((one) => one.agent === agent);
    const ofCaller = ofAgent.filter((one) => one.caller === caller);
    const limits = [
      [running.length, RUNNING_MAX, 'This server'],
      [ofAgent.length, OF_AGENT_MAX, 'The agent'],
      [ofCaller.length, OF_CALLER_MAX, 'The caller'],
    ] as const;
    const reached = limits.find(([count, max]) => count >= max);
    if (reached) throw new AppError('rate_limited', `${reached[2]} has ${reached[1]} interactions that run`);
  }

  private forgetOldest(): void {
    const ended = [...this.all.values()].filter(({ run }) => run.buffer.ended);
    let chars = ended.reduce((sum, { run }) => sum + run.buffer.sizeChars, 0);
    for (const { run } of ended) {
      if (chars <= KEPT_CHARS_MAX) return;
      chars -= run.buffer.sizeChars;
      this.all.delete(run.id);
    }
  }

  private after(ms: number, then: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, ms).unref();
    this.timers.add(timer);
    return timer;
  }

  private clear(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.timers.delete(timer);
  }
}
