/** How far the handler of a stream may be ahead of its reader. */
export const LEAD_BYTES_MAX = 1024 * 1024;

/** A reader reports what it took when it comes to this much, so that credit costs few messages. */
export const reportBytes = LEAD_BYTES_MAX / 4;

/**
 * The handler's side of flow control: bytes that were sent and not yet taken.
 *
 * A value may go when it fits into the lead. One that is larger than the lead may go when the reader can have no more
 * than an unreported rest: waiting for an empty window would wait for ever.
 */
export class SendCredit {
  private outstandingBytes = 0;
  private resume: (() => void) | undefined;

  maySend(bytes: number): boolean {
    return this.outstandingBytes + bytes <= LEAD_BYTES_MAX || this.outstandingBytes <= reportBytes;
  }

  sent(bytes: number): void {
    this.outstandingBytes += bytes;
  }

  taken(bytes: number): void {
    this.outstandingBytes = Math.max(0, this.outstandingBytes - bytes);
    this.wake();
  }

  /** Resolves at the next report, or when `wake` is called. */
  changed(): Promise<void> {
    return new Promise((resolve) => (this.resume = resolve));
  }

  wake(): void {
    this.resume?.();
    this.resume = undefined;
  }
}

/** The reader's side: what it took since it last said so. */
export class TakenBytes {
  private unreportedBytes = 0;

  /** @returns what to report now; 0 when it is not worth a message yet */
  take(bytes: number): number {
    this.unreportedBytes += bytes;
    if (this.unreportedBytes < reportBytes) return 0;
    const report = this.unreportedBytes;
    this.unreportedBytes = 0;
    return report;
  }
}
