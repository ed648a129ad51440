import { closeSync, fdatasync, openSync, unlinkSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

/** A file that lines are appended to. It survives the process from the moment that a line is appended. */
export class JournalSegment {
  private readonly descriptor: number;
  private written = 0;
  private isTorn = false;
  private isClosed = false;

  /** @throws Error when the file cannot be made */
  constructor(readonly path: string) {
    this.descriptor = openSync(path, 'ax', 0o600);
  }

  get sizeBytes(): number {
    return this.written;
  }

  /**
   * A line that is written in part, because the disk is full, is ended by the next one, and then counts as none.
   *
   * @throws Error when the line is not written as a whole
   */
  append(line: string): void {
    const bytes = Buffer.from(this.isTorn ? `\n${line}` : line, 'utf8');
    const before = this.written;
    try {
      for (let done = 0; done < bytes.length;) {
        const count = writeSync(this.descriptor, bytes, done);
        done += count;
        this.written += count;
      }
      this.isTorn = false;
    } catch (error) {
      this.isTorn ||= this.written > before;
      throw error;
    }
  }

  /** What is appended now survives a power failure. Does nothing once it is closed, when nobody needs it any more. */
  async sync(): Promise<void> {
    try {
      if (!this.isClosed) await sync(this.descriptor);
    } catch (error) {
      if (!this.isClosed) throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    closeSync(this.descriptor);
  }

  remove(): void {
    this.close();
    unlinkSync(this.path);
  }
}
