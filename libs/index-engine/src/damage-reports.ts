import { LRUCache } from 'lru-cache';

/** A box whose index cannot be used as it is. */
export interface DamageReport {
  readonly kbid: string;
  readonly reason: string;
  /** There is no index, which is correct for a box without content. */
  readonly absent: boolean;
}

const DAMAGED_EVERY_MS = 5_000;
const ABSENT_EVERY_MS = 60_000;
const REPORTS_MAX = 10_000;

/** Forwards reports of damaged or missing indexes, repeated at intervals per box while the problem lasts. */
export class DamageReports {
  private readonly recent = new LRUCache<string, true>({ max: REPORTS_MAX });
  private listener: ((report: DamageReport) => void) | undefined;

  listen(listener: (report: DamageReport) => void): void {
    this.listener = listener;
  }

  /** Drops the report if the same one was forwarded recently: within 5 s for damage, a minute for absence. */
  report(report: DamageReport): void {
    const key = reportKey(report.kbid, report.absent);
    if (!this.listener || this.recent.has(key)) return;
    this.recent.set(key, true, { ttl: report.absent ? ABSENT_EVERY_MS : DAMAGED_EVERY_MS });
    this.listener(report);
  }

  /** After an index is dropped, its absence is reported without delay. */
  invalidate(kbid: string): void {
    for (const absent of [true, false]) this.recent.delete(reportKey(kbid, absent));
  }
}

function reportKey(kbid: string, absent: boolean): string {
  return `${kbid} ${absent}`;
}

/** The report for a box without an index. */
export const absence = (kbid: string): DamageReport => ({ kbid, reason: 'there is none', absent: true });
