import type { InteractionFrame } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** Frames that a run may be ahead of its slowest reader. */
const AHEAD_MAX = 32;
/** Characters of JSON of the frames that one interaction keeps for readers that come back. */
export const KEPT_CHARS_MAX = 4 * 1024 ** 2;

interface Kept {
  readonly frame: InteractionFrame;
  readonly chars: number;
}

/**
 * Frames of one interaction, for readers that come and go. A slow reader slows the run; without readers it goes ahead,
 * and the oldest frames are dropped where they are too many.
 */
export class FrameBuffer {
  private readonly kept: Kept[] = [];
  /** Number of the first frame that is kept. */
  private first = 0;
  private chars = 0;
  private isEnded = false;
  private waitsForReaders = true;
  private readonly readers = new Set<{ next: number }>();
  private waiting: (() => void)[] = [];

  /** Characters that it keeps. */
  get sizeChars(): number {
    return this.chars;
  }

  get ended(): boolean {
    return this.isEnded;
  }

  /** Resolves when the slowest reader is near enough. Frames are put in the order of their numbers, from 0. */
  async put(frame: InteractionFrame): Promise<void> {
    if (this.isEnded) return;
    const chars = JSON.stringify(frame).length;
    this.kept.push({ frame, chars });
    this.chars += chars;
    this.drop();
    this.wake();
    while (this.isAhead()) await this.change();
  }

  /** The last frames do not wait for readers. */
  hurry(): void {
    this.waitsForReaders = false;
    this.wake();
  }

  /** No frame follows. */
  end(): void {
    this.isEnded = true;
    this.wake();
  }

  /**
   * Frames from a number on, those to come, too.
   *
   * @throws AppError `not_found` when frames from there on were dropped
   */
  async *from(cursor: number): AsyncGenerator<InteractionFrame> {
    const reader = { next: cursor };
    this.readers.add(reader);
    try {
      for (;;) {
        if (reader.next < this.first)
          throw new AppError('not_found', `Frames before ${this.first} of this interaction are no longer kept`);
        const at = this.kept[reader.next - this.first];
        if (at) {
          reader.next += 1;
          this.wake();
          yield at.frame;
        } else if (this.isEnded) return;
        else await this.change();
      }
    } finally {
      this.readers.delete(reader);
      this.wake();
    }
  }

  /** Frames from a number on that there are. @throws as `from` */
  soFar(cursor: number): readonly InteractionFrame[] {
    if (cursor < this.first)
      throw new AppError('not_found', `Frames before ${this.first} of this interaction are no longer kept`);
    return this.kept.slice(cursor - this.first).map(({ frame }) => frame);
  }

  private isAhead(): boolean {
    if (this.isEnded || !this.waitsForReaders || this.readers.size === 0) return false;
    const slowest = Math.min(...[...this.readers].map(({ next }) => next));
    return this.first + this.kept.length - slowest > AHEAD_MAX;
  }

  /** Never a frame that a reader is about to get, nor the last one. */
  private drop(): void {
    const needed = Math.min(...[...this.readers].map(({ next }) => next), this.first + this.kept.length - 1);
    while (this.chars > KEPT_CHARS_MAX && this.first < needed) {
      this.chars -= this.kept.shift()?.chars ?? 0;
      this.first += 1;
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
