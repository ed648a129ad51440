import type { AccessChange, AccessChangeList } from '@lectern/contracts/accounts';

/** Zones ask every second; one that was unavailable for longer checks everything. */
const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;
const ANSWERED_MAX = 1_000;
/** For a zone that asks for the first time: longer than its caches keep what they know. */
const FIRST_MS = 10_000;
/** By how much the clocks of processes may differ, each of which answers with what it heard. */
const OVERLAP_MS = 1_000;

interface Heard {
  readonly change: AccessChange;
  readonly atMs: number;
}

/** The changes that a process heard of within the last minute. The time is an argument. */
export class RecentChanges {
  private heard: Heard[] = [];
  /** From then on all are here. */
  private completeSinceMs: number;

  constructor(nowMs: number) {
    this.completeSinceMs = nowMs;
  }

  add(change: AccessChange, nowMs: number): void {
    this.heard.push({ change, atMs: nowMs });
    this.dropOld(nowMs);
  }

  list(after: number | undefined, nowMs: number): AccessChangeList {
    this.dropOld(nowMs);
    const sinceMs = (after ?? nowMs - FIRST_MS) - OVERLAP_MS;
    const found = this.heard.filter(({ atMs }) => atMs >= sinceMs);
    const isComplete = sinceMs >= this.completeSinceMs - OVERLAP_MS && found.length <= ANSWERED_MAX;
    const changes = found.slice(-ANSWERED_MAX).map(({ change }) => change);
    return { changes, is_complete: isComplete, until: nowMs };
  }

  private dropOld(nowMs: number): void {
    const kept = this.heard.filter(({ atMs }) => atMs > nowMs - KEPT_MS).slice(-KEPT_MAX);
    if (kept.length === this.heard.length) return;
    const dropped = this.heard[this.heard.length - kept.length - 1];
    this.completeSinceMs = Math.max(this.completeSinceMs, (dropped?.atMs ?? 0) + 1);
    this.heard = kept;
  }
}
