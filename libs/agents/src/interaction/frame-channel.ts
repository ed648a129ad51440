import type { InteractionFrame } from '@lectern/contracts/agents';

/** Frames that wait for their reader; then the writer waits. */
const WAITING_MAX = 32;

/** Hands frames from a run to its reader. A slow reader slows the run. */
export class FrameChannel {
  private readonly waiting: InteractionFrame[] = [];
  private isClosed = false;
  private wakeReader = (): void => undefined;
  private wakeWriters: (() => void)[] = [];

  /** Resolves when there is room for the next one; frames put after the reader left are dropped. */
  async put(frame: InteractionFrame): Promise<void> {
    if (this.isClosed) return;
    this.waiting.push(frame);
    this.wakeReader();
    while (this.waiting.length >= WAITING_MAX && !this.isClosed)
      await new Promise<void>((resolve) => this.wakeWriters.push(resolve));
  }

  /** No frame follows. */
  close(): void {
    this.isClosed = true;
    this.wakeReader();
    this.wake();
  }

  /** For one reader. */
  async *frames(): AsyncGenerator<InteractionFrame> {
    try {
      for (;;) {
        const next = this.waiting.shift();
        if (next) {
          this.wake();
          yield next;
        } else if (this.isClosed) return;
        else await new Promise<void>((resolve) => (this.wakeReader = resolve));
      }
    } finally {
      this.close();
    }
  }

  private wake(): void {
    const writers = this.wakeWriters;
    this.wakeWriters = [];
    for (const writer of writers) writer();
  }
}
