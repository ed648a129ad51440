import { Injectable } from '@nestjs/common';

/** Resolves when the part works, throws saying what is wrong; should give up when the signal aborts. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<void> | void;

export interface ReadinessReport {
  readonly ready: boolean;
  /** `ok` or what is wrong, by name of the check. */
  readonly checks: Readonly<Record<string, string>>;
}

export const checkTimeoutMs = 1_000;
export const reportTtlMs = 1_000;

/** What this process needs to be useful. Parts register their checks; `/health/ready` asks all of them. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private phase: 'starting' | 'serving' | 'stopping' = 'starting';
  private last: { readonly atMs: number; readonly report: Promise<ReadinessReport> } | undefined;

  /** A check registered again under its name replaces the earlier one. */
  register(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  enter(phase: 'serving' | 'stopping'): void {
    this.phase = phase;
    this.last = undefined;
  }

  /** Runs all checks at once, each at most 1 s; asked again within 1 s it gives the same report. */
  report(nowMs: number = performance.now()): Promise<ReadinessReport> {
    if (this.phase !== 'serving') return Promise.resolve({ ready: false, checks: { process: this.phase } });
    if (!this.last || nowMs - this.last.atMs >= reportTtlMs) this.last = { atMs: nowMs, report: this.runAll() };
    return this.last.report;
  }

  private async runAll(): Promise<ReadinessReport> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    return { ready: results.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(results) };
  }
}

async function outcomeOf(check: ReadinessCheck): Promise<string> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${checkTimeoutMs} ms`), checkTimeoutMs);
  });
  try {
    return await Promise.race([late, Promise.resolve(check(abort.signal)).then(() => 'ok')]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
