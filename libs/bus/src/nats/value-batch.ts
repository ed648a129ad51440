/** Shortest interval between messages of a slow stream; the first message is sent at once. */
export const BATCH_EVERY_MS = 20;

/** A batch of this size is sent without waiting. */
export const BATCH_BYTES_MAX = 64 * 1024;

/** Collects the values of a stream into messages. */
export class ValueBatch {
  private values: Uint8Array[] = [];
  private bytes = 0;
  private sentCount = 0;
  private sentAtMs = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly send: (first: number, values: readonly Uint8Array[]) => void) {}

  /** Number of values sent. */
  get count(): number {
    return this.sentCount;
  }

  add(value: Uint8Array): void {
    if (this.bytes + value.length > BATCH_BYTES_MAX) this.flush();
    this.values.push(value);
    this.bytes += value.length;
    const waitMs = this.sentAtMs + BATCH_EVERY_MS - performance.now();
    if (waitMs <= 0 || this.bytes >= BATCH_BYTES_MAX) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), waitMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.values.length === 0) return;
    const { values, sentCount } = this;
    this.values = [];
    this.bytes = 0;
    this.sentCount += values.length;
    this.sentAtMs = performance.now();
    this.send(sentCount, values);
  }
}
