/** A box whose index cannot be used as it is. */
export interface DamageReport {
  readonly kbid: string;
  readonly reason: string;
  /** There is nothing to read, which is right for a box that has no content. */
  readonly absent: boolean;
}

const damagedEveryMs = 5_000;
const absentEveryMs = 60_000;
const boxesMax = 10_000;

/** Passes on what an index finds damaged or missing while it is used, each box now and then as long as it lasts. */
export class DamageReports {
  private readonly toldAtMs = new Map<string, number>();
  private listener: ((report: DamageReport) => void) | undefined;

  listen(listener: (report: DamageReport) => void): void {
    this.listener = listener;
  }

  tell(report: DamageReport): void {
    const key = `${report.kbid} ${report.absent}`;
    const everyMs = report.absent ? absentEveryMs : damagedEveryMs;
    const nowMs = performance.now();
    if (!this.listener || nowMs - (this.toldAtMs.get(key) ?? -Infinity) < everyMs) return;
    if (this.toldAtMs.size >= boxesMax) this.toldAtMs.clear();
    this.toldAtMs.set(key, nowMs);
    this.listener(report);
  }

  /** What a box lacks is told without delay after it was dropped. */
  forget(kbid: string): void {
    for (const absent of [true, false]) this.toldAtMs.delete(`${kbid} ${absent}`);
  }
}

export const absence = (kbid: string): DamageReport => ({ kbid, reason: 'there is none', absent: true });
