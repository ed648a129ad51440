import type { InteractionFrame } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** Frames that a run may be ahead of its slowest reader. */
const AHEAD_MAX = 32;
/** Bytes of JSON of the frames that one interaction keeps for readers that come back. */
export const KEPT_BYTES_MAX = 4 * 1024 ** 2;

interface Kept {
  readonly frame: InteractionFrame;
  readonly bytes: number;
}

/** What all buffers of a process keep together. */
export interface SharedRoom {
  readonly take: (bytes: number) => void;
  readonly giveBack: (bytes: number) => void;
  /** Whether there is no more room, even after what nobody needs was forgotten. */
  readonly isFull: () => boolean;
  /** Nothing more can be dropped, and there is no room. */
  readonly full: () => void;
}

/**
 * Frames of one interaction, for readers that come and go. A slow reader slows the run; without readers it goes ahead,
 * and the oldest frames are dropped where they are too many.
 */
export class FrameBuffer {
  private readonly kept: Kept[] = [];
  /** Number of the first frame that is kept. */
  private first = 0;
  private bytes = 0;
  private room: SharedRoom | undefined;
  private isEnded = false;
  private waitsForReaders = true;
  private readonly readers = new Set<{ next: number }>();
  private waiting: (() => void)[] = [];

  /** That it keeps. */
  get sizeBytes(): number {
    return this.bytes;
  }

  /** Counts what it keeps, from the first frame on. */
  countIn(room: SharedRoom): void {
    this.room = room;
  }

  /** Nothing counts any more: it was forgotten, or is about to be. */
  release(): void {
    this.room?.giveBack(this.bytes);
    this.room = undefined;
  }

  get ended(): boolean {
    return this.isEnded;
  }

  /** Resolves when the slowest reader is near enough. Frames are put in the order of their numbers, from 0. */
  async put(frame: InteractionFrame): Promise<void> {
    if (this.isEnded) return;
    const bytes = Buffer.byteLength(JSON.stringify(frame));
    this.kept.push({ frame, bytes });
    this.bytes += bytes;
    this.room?.take(bytes);
    this.drop(KEPT_BYTES_MAX);
    if (this.room?.isFull()) this.drop(0);
    if (this.room?.isFull()) this.room.full();
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
  private drop(bytesMax: number): void {
    const needed = Math.min(...[...this.readers].map(({ next }) => next), this.first + this.kept.length - 1);
    while (this.bytes > bytesMax && this.first < needed) {
      const bytes = this.kept.shift()?.bytes ?? 0;
      this.bytes -= bytes;
      this.room?.giveBack(bytes);
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
