import { AppError, type Principal } from '@lectern/contracts/core';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InteractionRun } from './interaction-run';

/** Interactions of one process that run at the same time. */
const RUNNING_MAX = 1_000;
/** Of one agent. */
const OF_AGENT_MAX = 250;
/** Of one caller on one agent; an API key that serves many is one caller. */
const OF_CALLER_MAX = 100;
/** How long frames are kept after the end. */
const KEPT_MS = 300_000;
/** Characters of frames that ended interactions keep together; the oldest go first. */
const KEPT_CHARS_MAX = 128 * 1024 ** 2;
/** An interaction that runs longer is cancelled. */
export const RUN_MS_MAX = 15 * 60_000;

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

  get(id: string): InteractionRun | undefined {
    return this.all.get(id)?.run;
  }

  /**
   * Runs `work` on a new interaction, which is kept for a while afterwards.
   *
   * @throws AppError `rate_limited`
   */
  begin(
    run: InteractionRun,
    agent: string,
    { principal, work }: { principal: Principal; work: () => Promise<void> },
  ): void {
    const caller = `${principal.kind}/${principal.id}`;
    this.admit(agent, caller);
    this.all.set(run.id, { run, agent, caller });
    const limit = this.after(RUN_MS_MAX, () => run.cancel('The interaction took too long'));
    void work().finally(() => {
      this.clear(limit);
      run.close();
      this.forgetOldest();
      this.after(KEPT_MS, () => this.all.delete(run.id));
    });
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

  /** Ends all of them: their process stops. */
  onModuleDestroy(): void {
    for (const { run } of this.all.values()) run.cancel('The server is stopping');
    for (const timer of this.timers) clearTimeout(timer);
  }

  private admit(agent: string, caller: string): void {
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
