export interface PeerTimes {
  /** Interval of the heartbeats of each process. */
  readonly heartbeatMs: number;
  /** A process that is silent for longer counts as dead. */
  readonly silenceMsMax: number;
}

export const peerTimes: PeerTimes = { heartbeatMs: 1_000, silenceMsMax: 5_000 };

/** Tracks which other processes are alive, by their messages. Times are milliseconds of one monotonic clock. */
export class LiveProcesses {
  private readonly heardMs = new Map<string, number>();
  private checkedMs: number;

  constructor(
    private readonly times: PeerTimes,
    nowMs: number,
  ) {
    this.checkedMs = nowMs;
  }

  noteHeartbeat(peer: string, nowMs: number): void {
    this.heardMs.set(peer, nowMs);
  }

  /** The process announced that it leaves. */
  left(peer: string): void {
    this.heardMs.set(peer, -Infinity);
  }

  isAlive(peer: string, nowMs: number): boolean {
    return nowMs - (this.heardMs.get(peer) ?? -Infinity) <= this.times.silenceMsMax;
  }

  /** Whether a process that was alive is so no more; false for one that was never heard. */
  isGone(peer: string, nowMs: number): boolean {
    return this.heardMs.has(peer) && !this.isAlive(peer, nowMs);
  }

  /**
   * Called once per heartbeat, before any process is judged. If this process itself was blocked, it could not receive
   * heartbeats, so all other processes get the benefit of the doubt.
   */
  tick(nowMs: number): void {
    const wasHeldUp = nowMs - this.checkedMs > 2 * this.times.heartbeatMs;
    this.checkedMs = nowMs;
    for (const [peer, heardMs] of this.heardMs) {
      if (wasHeldUp && heardMs !== -Infinity) this.heardMs.set(peer, nowMs);
      else if (nowMs - heardMs > 10 * this.times.silenceMsMax) this.heardMs.delete(peer);
    }
  }
}
