import { AppError } from '@lectern/contracts/core';
import { Stopping } from '@lectern/runtime';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FrameMemory } from './frame-memory';
import { InteractionRun } from './interaction-run';

/** Interactions of one process that run at the same time. */
const RUNNING_MAX = 1_000;
/** Of one agent. */
const OF_AGENT_MAX = 250;
/** Of one caller on one agent; an API key that serves many is one caller. */
const OF_CALLER_MAX = 100;
/** How long frames are kept after the end. */
export const KEPT_MS = 300_000;
/** Of the memory for frames, what interactions that have ended may use; the oldest are forgotten first. */
const OF_ENDED_MAX = 0.5;
/** An interaction that runs longer is cancelled. */
export const RUN_MS_MAX = 15 * 60_000;
/** Of the time that a process has to stop, for the last frames. */
const ENDING_MS = 1_500;

const NO_ROOM = 'The server has no memory for further frames of interactions. Please, try again later.';

/** What an interaction belongs to. */
export interface InteractionOwners {
  readonly agent: string;
  /** Id of who asks. */
  readonly caller: string;
  /** Id of the resource that keeps it; absent for sessions that nothing keeps. */
  readonly session?: string;
}

interface Owned extends InteractionOwners {
  readonly run: InteractionRun;
}

/** Interactions that this process runs, or has run a short time ago. */
@Injectable()
export class OwnInteractions implements OnModuleDestroy {
  private readonly all = new Map<string, Owned>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private isStopping = false;

  constructor(
    private readonly stopping: Stopping,
    private readonly frames: FrameMemory,
  ) {}

  get(id: string): InteractionRun | undefined {
    return this.all.get(id)?.run;
  }

  /**
   * Makes room for a new interaction.
   *
   * @returns gives the room back, where it does not begin
   * @throws AppError `rate_limited`
   */
  admit(run: InteractionRun, owners: InteractionOwners): () => void {
    if (this.isStopping) throw new AppError('unavailable', 'The server is stopping');
    this.checkRoom(owners);
    this.all.set(run.id, { run, ...owners });
    run.buffer.countIn({
      take: (bytes) => this.frames.take(bytes),
      giveBack: (bytes) => this.frames.giveBack(bytes),
      isFull: () => this.isFull(),
      full: () => run.cancel(NO_ROOM),
    });
    return () => this.forget(run.id);
  }

  /**
   * Runs `work` on an interaction that was admitted, which is kept for a while afterwards.
   *
   * @param work does not reject
   */
  begin(run: InteractionRun, work: () => Promise<void>): void {
    void this.during(run, work).then(() => {
      this.forgetOldest();
      this.after(KEPT_MS, () => this.forget(run.id));
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

  /** Agents of which any run, and the sessions that keep these. */
  runningByAgent(): ReadonlyMap<string, ReadonlySet<string>> {
    const agents = new Map<string, Set<string>>();
    for (const { run, agent, session } of this.all.values()) {
      if (run.buffer.ended) continue;
      const sessions = agents.get(agent) ?? new Set<string>();
      if (session !== undefined) sessions.add(session);
      agents.set(agent, sessions);
    }
    return agents;
  }

  /** Ends those of a session that was deleted. Their frames are kept. */
  endOfSession(agent: string, session: string): void {
    for (const { run, ...owners } of this.all.values())
      if (owners.agent === agent && owners.session === session) run.cancel('The session was deleted');
  }

  /** Ends those of an agent that was deleted, and forgets them. */
  endOf(agent: string): void {
    for (const [id, { run, agent: own }] of this.all)
      if (own === agent) {
        run.cancel('The agent was deleted');
        this.forget(id);
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
  private checkRoom({ agent, caller }: InteractionOwners): void {
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
    if (this.isFull()) throw new AppError('rate_limited', NO_ROOM);
  }

  /** Whether running interactions use all memory for frames: those that have ended are forgotten first. */
  private isFull(): boolean {
    for (const { id } of this.endedOnes()) {
      if (!this.frames.isFull) return false;
      this.forget(id);
    }
    return this.frames.isFull;
  }

  private forgetOldest(): void {
    const ended = this.endedOnes();
    let bytes = ended.reduce((sum, { buffer }) => sum + buffer.sizeBytes, 0);
    for (const { id, buffer } of ended) {
      if (bytes <= this.frames.bytesMax * OF_ENDED_MAX) return;
      bytes -= buffer.sizeBytes;
      this.forget(id);
    }
  }

  /** Oldest first. */
  private endedOnes(): readonly InteractionRun[] {
    return [...this.all.values()].flatMap(({ run }) => (run.buffer.ended ? [run] : []));
  }

  private forget(id: string): void {
    this.all.get(id)?.run.buffer.release();
    this.all.delete(id);
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
