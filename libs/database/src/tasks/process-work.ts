import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;

/** The work of all runners of this process. One job at a time may have the process to itself. */
export class ProcessWork {
  private count = 0;
  private isTaken = false;

  /** Whether nobody may take further jobs now. */
  get isReserved(): boolean {
    return this.isTaken;
  }

  /** Work starts: a look for jobs, or a job. */
  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
  }

  /**
   * Prevents further jobs from starting, waits until the running ones have ended, and runs `work`.
   *
   * @returns false when it did not get the process to itself within `withinMs`
   */
  async alone(work: () => Promise<void>, withinMs: number): Promise<boolean> {
    if (this.isTaken) return false;
    this.isTaken = true;
    try {
      for (const endMs = performance.now() + withinMs; this.count > 0;) {
        if (performance.now() > endMs) return false;
        await sleep(LOOK_MS);
      }
      await work();
      return true;
    } finally {
      this.isTaken = false;
    }
  }
}

/** Shared by the runners of all schemas. */
export const processWork = new ProcessWork();
