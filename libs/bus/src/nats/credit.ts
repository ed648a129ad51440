/** How far the handler of a stream may be ahead of its reader. */
export const LEAD_BYTES_MAX = 1024 * 1024;

/** A reader reports after taking this many bytes, so that credit costs few messages. */
export const reportBytes = LEAD_BYTES_MAX / 4;

/**
 * The handler's side of flow control: bytes that were sent but not yet taken.
 *
 * A value may be sent if it fits into the lead, or if all outstanding bytes may be taken but unreported: for a value
 * larger than the lead, waiting for an empty window would never end.
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

/** The reader's side: bytes taken since the last report. */
export class TakenBytes {
  private unreportedBytes = 0;

  /** @returns the bytes to report now; 0 while they are not worth a message */
  take(bytes: number): number {
    this.unreportedBytes += bytes;
    if (this.unreportedBytes < reportBytes) return 0;
    const report = this.unreportedBytes;
    this.unreportedBytes = 0;
    return report;
  }
}
