import { LRUCache } from 'lru-cache';

/** A box whose index cannot be used as it is. */
export interface DamageReport {
  readonly kbid: string;
  readonly reason: string;
  /** There is nothing to read, which is right for a box that has no content. */
  readonly absent: boolean;
}

const DAMAGED_EVERY_MS = 5_000;
const ABSENT_EVERY_MS = 60_000;
const REPORTS_MAX = 10_000;

/** Passes on what an index finds damaged or missing while it is used, each box now and then as long as it lasts. */
export class DamageReports {
  private readonly recent = new LRUCache<string, true>({ max: REPORTS_MAX });
  private listener: ((report: DamageReport) => void) | undefined;

  listen(listener: (report: DamageReport) => void): void {
    this.listener = listener;
  }

  /** Not passed on while an equal one is recent: 5 s for damage, a minute for absence. */
  report(report: DamageReport): void {
    const key = reportKey(report.kbid, report.absent);
    if (!this.listener || this.recent.has(key)) return;
    this.recent.set(key, true, { ttl: report.absent ? ABSENT_EVERY_MS : DAMAGED_EVERY_MS });
    this.listener(report);
  }

  /** Missing indexes are reported without delay after a drop. */
  invalidate(kbid: string): void {
    for (const absent of [true, false]) this.recent.delete(reportKey(kbid, absent));
  }
}

function reportKey(kbid: string, absent: boolean): string {
  return `${kbid} ${absent}`;
}

/** The report of a box that has no index. */
export const absence = (kbid: string): DamageReport => ({ kbid, reason: 'there is none', absent: true });
