/** Resolves when the part works, otherwise throws an error with the reason; should stop when the signal aborts. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<void> | void;

/** Pause between two checks. */
export const PROBE_INTERVAL_MS = 5_000;
/** Pause while the check fails, so that a recovery is noticed soon. */
export const FAILING_INTERVAL_MS = 1_000;
export const CHECK_TIMEOUT_MS = 5_000;

export type Outcome = { readonly isWell: boolean; readonly text: string };

/** Checks one part at intervals, one check at a time, and keeps the last result. */
export class Probe {
  private last: Promise<Outcome> | undefined;
  private isStopped = true;
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  private isHurried = false;

  /** @param report receives every outcome */
  constructor(
    private readonly check: ReadinessCheck,
    private readonly report: (outcome: Outcome) => void,
  ) {}

  /** The last result, or the first one as soon as it exists. */
  outcome(): Promise<Outcome> {
    this.last ??= this.ask();
    return this.last;
  }

  start(): void {
    this.isStopped = false;
    void this.outcome();
  }

  /** Checks at once, or again directly after a check that is running. */
  hurry(): void {
    if (this.isStopped) return;
    if (this.isAsking) this.isHurried = true;
    else {
      clearTimeout(this.timer);
      void this.again();
    }
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<Outcome> {
    this.isAsking = true;
    const abort = new AbortController();
    const asked = outcomeOf(this.check, abort.signal);
    const outcome = await withinTimeout(asked);
    abort.abort();
    this.report(outcome);
    // Wait even for a check that ignores the signal: it may hold a connection.
    void asked.then(() => this.plan(outcome));
    return outcome;
  }

  private plan({ isWell }: Outcome): void {
    this.isAsking = false;
    if (this.isStopped) return;
    if (this.isHurried) {
      this.isHurried = false;
      void this.again();
      return;
    }
    this.timer = setTimeout(() => void this.again(), isWell ? PROBE_INTERVAL_MS : FAILING_INTERVAL_MS).unref();
  }

  /** The previous result counts until the check is done. */
  private async again(): Promise<void> {
    const outcome = await this.ask();
    this.last = Promise.resolve(outcome);
  }
}

async function outcomeOf(check: ReadinessCheck, signal: AbortSignal): Promise<Outcome> {
  try {
    await check(signal);
    return { isWell: true, text: 'ok' };
  } catch (error) {
    return { isWell: false, text: error instanceof Error ? error.message : String(error) };
  }
}

async function withinTimeout(asked: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const outcome = { isWell: false, text: `no answer within ${CHECK_TIMEOUT_MS} ms` };
    timer = setTimeout(() => resolve(outcome), CHECK_TIMEOUT_MS).unref();
  });
  try {
    return await Promise.race([late, asked]);
  } finally {
    clearTimeout(timer);
  }
}
