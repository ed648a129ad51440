import { closeSync, fdatasync, openSync, unlinkSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

/** A file of appended lines. A line survives the process from the moment that it is appended. */
export class JournalSegment {
  private readonly descriptor: number;
  private written = 0;
  private isTorn = false;
  private isClosed = false;

  /** @throws Error when the file cannot be created */
  constructor(readonly path: string) {
    this.descriptor = openSync(path, 'ax', 0o600);
  }

  get sizeBytes(): number {
    return this.written;
  }

  /**
   * If the disk fills up within a line, the next `append` ends the partial line, which readers then ignore.
   *
   * @throws Error when the line is not written completely
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

  /** Makes all appended lines survive a power failure. Does nothing once the file is closed: nobody needs it then. */
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
