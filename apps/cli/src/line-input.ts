import type { Interface } from 'node:readline';

/** Lines of standard input, one at a time: those that came together wait for the next call. */
export class LineInput {
  private readonly waiting: string[] = [];
  private isEnded = false;
  private taken: (() => void) | undefined;

  private constructor(private readonly lines: Interface) {
    lines.on('line', (line) => {
      this.waiting.push(line);
      this.taken?.();
    });
    lines.on('close', () => {
      this.isEnded = true;
      this.taken?.();
    });
  }

  static async of(input: NodeJS.ReadableStream): Promise<LineInput> {
    const { createInterface } = await import('node:readline');
    return new LineInput(createInterface({ input, terminal: false }));
  }

  /** @returns undefined at the end of the input @throws the reason of the signal */
  async next(signal?: AbortSignal): Promise<string | undefined> {
    signal?.throwIfAborted();
    if (this.waiting.length === 0 && !this.isEnded) await this.more(signal);
    return this.waiting.shift();
  }

  private async more(signal: AbortSignal | undefined): Promise<void> {
    let stop: (() => void) | undefined;
    this.lines.resume();
    try {
      await new Promise<void>((resolve, reject) => {
        this.taken = resolve;
        stop = () => reject(signal?.reason);
        signal?.addEventListener('abort', stop, { once: true });
      });
    } finally {
      this.taken = undefined;
      if (stop) signal?.removeEventListener('abort', stop);
      // Input that nobody waits for would keep the program running.
      if (!this.isEnded) this.lines.pause();
    }
  }
}
