import { LostJobError } from './attempt';
import { type JobStore, LEASE_MS } from './job-store';

/** Leases are renewed after this part of them. */
const RENEWED_AFTER = 1 / 4;
/** Delay before the next renewal after a database failure. */
const RETRY_MS = 1_000;

/** A job that this process works on. */
export class HeldLease {
  private readonly losing = new AbortController();
  private checks: (() => Promise<void>)[] = [];
  private isChecking = false;
  renewedMs = performance.now();

  constructor(
    readonly id: string,
    readonly leaseMs: number,
  ) {}

  /** Aborts when this process loses the job. Its reason is a LostJobError. */
  get signal(): AbortSignal {
    return this.losing.signal;
  }

  get error(): LostJobError | undefined {
    // Nothing else aborts it.
    return this.signal.aborted ? (this.signal.reason as LostJobError) : undefined;
  }

  isDue(nowMs: number): boolean {
    return nowMs - this.renewedMs >= this.leaseMs * RENEWED_AFTER;
  }

  lose(error: LostJobError): void {
    this.losing.abort(error);
  }

  /** Calls `check` after each renewal of the lease, one call at a time. */
  whileHeld(check: () => Promise<void>): void {
    this.checks.push(check);
  }

  async renewed(nowMs: number): Promise<void> {
    this.renewedMs = nowMs;
    if (this.isChecking) return;
    this.isChecking = true;
    // Errors of a check are ignored, and the next one follows.
    await Promise.allSettled(this.checks.map((check) => check()));
    this.isChecking = false;
  }
}

/** Renews the leases of all jobs of this worker, with one statement; short jobs need none. */
export class HeldLeases {
  private readonly held = new Map<string, HeldLease>();
  private readonly everyMs: number;
  private timer: NodeJS.Timeout | undefined;
  private isRenewing = false;

  /** @param leasesMs leases of all tasks */
  constructor(
    private readonly store: Pick<JobStore, 'keep'>,
    leasesMs: readonly number[],
  ) {
    this.everyMs = Math.min(LEASE_MS, ...leasesMs) * RENEWED_AFTER;
  }

  /** Starts a job. If it was taken away and comes back, its earlier attempt has lost it. */
  begin(id: string, leaseMs: number): HeldLease {
    this.held.get(id)?.lose(new LostJobError(false));
    const lease = new HeldLease(id, leaseMs);
    this.held.set(id, lease);
    this.schedule(this.everyMs);
    return lease;
  }

  end(lease: HeldLease): void {
    if (this.held.get(lease.id) === lease) this.held.delete(lease.id);
  }

  /** Checks immediately which jobs must stop. Never fails. */
  async renewAll(): Promise<void> {
    await this.renew([...this.held.values()]);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private schedule(afterMs: number): void {
    this.timer ??= setTimeout(() => void this.tick(), afterMs).unref();
  }

  private async tick(): Promise<void> {
    const nowMs = performance.now();
    const works = await this.renew([...this.held.values()].filter((lease) => lease.isDue(nowMs)));
    this.timer = undefined;
    if (this.held.size > 0) this.schedule(works ? this.everyMs : Math.min(RETRY_MS, this.everyMs));
  }

  /** @returns whether the database answered */
  private async renew(leases: readonly HeldLease[]): Promise<boolean> {
    if (leases.length === 0 || this.isRenewing) return true;
    this.isRenewing = true;
    try {
      const nowMs = performance.now();
      const kept = await this.store.keep(leases);
      for (const lease of leases) {
        const isStopped = kept.get(lease.id);
        // The renewed job has ended by now.
        if (this.held.get(lease.id) !== lease) continue;
        if (isStopped === false) void lease.renewed(nowMs);
        else lease.lose(new LostJobError(isStopped ?? false));
      }
      return true;
    } catch {
      return false;
    } finally {
      this.isRenewing = false;
    }
  }
}
