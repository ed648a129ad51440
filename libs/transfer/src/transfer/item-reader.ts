import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AppError, type Constructor, JsonStructure, validate } from '@lectern/contracts/core';
import { storable } from '@lectern/database';
import { Checksum } from './checksum';
import { withoutYearZero } from './earlier-dates';
import type { PositionedFrame } from './frame';
import { structureBounds } from './frame-limits';

/** Bytes scanned per turn of the event loop. */
const SLICE_BYTES = 256 * 1024;
/** As JSON escapes: lone surrogates and NUL. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** Reads items in sequence, with a lookahead of one. */
export class ItemReader {
  private next: PositionedFrame | undefined;
  private readonly frames: AsyncIterator<PositionedFrame>;
  /** Offset after the last item taken. */
  position: number;

  private readonly sum = new Checksum();
  private readonly hasSums: boolean;

  constructor(frames: AsyncIterable<PositionedFrame>, { position = 0, hasSums = true } = {}) {
    this.frames = frames[Symbol.asyncIterator]();
    this.position = position;
    this.hasSums = hasSums;
  }

  /** Undefined at the end of the file. */
  async peek(): Promise<PositionedFrame | undefined> {
    if (this.next) return this.next;
    const { value, done } = await this.frames.next();
    return done ? undefined : (this.next = value);
  }

  /** Takes the next item if it has this type. */
  async takeIf(type: string): Promise<PositionedFrame | undefined> {
    const frame = await this.peek();
    return frame?.type === type ? this.take() : undefined;
  }

  /** @throws AppError `bad_request` at the end of the file */
  async take(): Promise<PositionedFrame> {
    const frame = await this.peek();
    if (!frame) throw new AppError('bad_request', 'The file is not complete: its last item is missing');
    this.next = undefined;
    this.position = frame.end;
    if (this.hasSums) this.sum.add(frame);
    return frame;
  }

  /** Checks the checksum of the items since the last one, if the file has checksums. @throws AppError `bad_request` */
  async takeSum(): Promise<void> {
    if (!this.hasSums) return;
    const frame = await this.peek();
    const isRight = frame?.type === 'SUM' && this.sum.agrees(frame);
    if (!frame || !isRight) {
      const reason = 'its last items are missing, or were changed';
      throw new AppError('bad_request', `The file is damaged before byte ${this.position}: ${reason}`);
    }
    this.next = undefined;
    this.position = frame.end;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.frames.return?.();
  }
}

/**
 * The JSON of an item, in a form that Postgres can store. Its structure is counted before it is parsed, and the event
 * loop is yielded between steps.
 *
 * @throws AppError `bad_request`
 */
export async function frameJson({ type, payload, start }: PositionedFrame): Promise<unknown> {
  const structure = new JsonStructure(structureBounds(type));
  for (let at = 0; at < payload.length; at += SLICE_BYTES) {
    if (structure.add(payload.subarray(at, at + SLICE_BYTES)))
      throw new AppError('bad_request', `The item ${type} at byte ${start} has more parts or levels than any has`);
    if (payload.length > SLICE_BYTES) await yieldToOthers();
  }
  const text = payload.toString('utf8');
  if (payload.length > SLICE_BYTES) await yieldToOthers();
  try {
    const value: unknown = JSON.parse(text);
    return UNSTORABLE.test(text) ? storable(value) : value;
  } catch (cause) {
    throw new AppError('bad_request', `The item ${type} at byte ${start} is not JSON`, {}, { cause });
  }
}

/** The same, validated against a class like a request. @throws AppError `bad_request` with the location and reason */
export async function itemOf<T>(frame: PositionedFrame, type: Constructor<T>): Promise<T> {
  const value = withoutYearZero(await frameJson(frame));
  if (frame.payload.length > SLICE_BYTES) await yieldToOthers();
  try {
    return validate(type, value);
  } catch (cause) {
    throw badItem(frame, cause);
  }
}

export function badItem({ type, start }: PositionedFrame, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('bad_request', `The item ${type} at byte ${start} is not valid: ${reason}`, {}, { cause });
}
