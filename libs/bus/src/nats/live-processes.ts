export interface PeerTimes {
  /** How often each process says that it lives. */
  readonly heartbeatMs: number;
  /** A process that was silent for longer counts as dead. */
  readonly silenceMsMax: number;
}

export const peerTimes: PeerTimes = { heartbeatMs: 1_000, silenceMsMax: 5_000 };

/** Which other processes live, by what was heard from them. Times are milliseconds of one monotonic clock. */
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

  /** Said that it leaves. */
  left(peer: string): void {
    this.heardMs.set(peer, -Infinity);
  }

  isAlive(peer: string, nowMs: number): boolean {
    return nowMs - (this.heardMs.get(peer) ?? -Infinity) <= this.times.silenceMsMax;
  }

  /**
   * Called once per heartbeat, before anyone is judged. When this process itself was held up, it has not listened
   * either, and everyone gets the benefit of the doubt.
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
