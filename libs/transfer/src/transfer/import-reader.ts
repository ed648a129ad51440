import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { ExportedCounts, type ExportedHead } from '@lectern/contracts/knowledge-box';
import type { TaskRun } from '@lectern/database';
import { type ImportEntity } from './import.entity';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Arrival, ArrivalIntake } from './arrival-intake';
import { DocumentIntake } from './document-intake';
import { type PositionedFrame, readFrames } from './frame';
import { HeadIntake } from './head-intake';
import { type CurrentRoles, requireResources } from './import-rights';
import { ImportState } from './import-state';
import { badItem, itemOf, ItemReader } from './item-reader';
import { RestartError } from './resource-intake';
import { hasSums, readHead } from './transfer-head';

/** Restarts per resource after concurrent changes to it or its slug. */
const RESTARTS_MAX = 10;
const RESTART_MS = 100;

/** An attempt to read a file. */
interface Reading extends Arrival {
  readonly head: ExportedHead;
  readonly roles: CurrentRoles;
}

/** Reads the items of a file and stores their contents. */
@Injectable()
export class ImportReader {
  constructor(
    private readonly blobs: BlobStore,
    private readonly heads: HeadIntake,
    private readonly documents: DocumentIntake,
    private readonly arrivals: ArrivalIntake,
  ) {}

  /** Reads from the stored position to the end. @throws AppError; the signal's reason */
  async read(row: ImportEntity, run: TaskRun, roles: CurrentRoles): Promise<void> {
    requireResources(await roles());
    const head = await readHead(this.blobs, row.blobKey);
    const state = new ImportState(row);
    const vectorsets = await this.heads.store(row, head, { roles, state });
    for (let restarts = 0; ;) {
      const { position } = state.progress();
      try {
        return await this.readOn({ row, head, state, run, roles, vectorsets });
      } catch (error) {
        if (!isRestart(error)) throw error;
        restarts = state.progress().position > position ? 0 : restarts + 1;
        if (restarts > RESTARTS_MAX) throw new AppError('unavailable', 'Others change the resource all the time');
        await sleep(RESTART_MS, undefined, { signal: run.signal });
      }
    }
  }

  private async readOn(reading: Omit<Reading, 'items'>): Promise<void> {
    const { row, state } = reading;
    const { position } = state.progress();
    const content = await this.blobs.read(row.blobKey, { start: position, end: row.sizeBytes - 1 });
    const items = new ItemReader(readFrames(content, position), { position, hasSums: hasSums(reading.head) });
    try {
      while (await this.step({ ...reading, items }));
    } finally {
      await items.close().catch(() => undefined);
      content.destroy();
    }
  }

  /** @returns whether more items follow */
  private async step(reading: Reading): Promise<boolean> {
    const { row, items, state, run, roles } = reading;
    run.signal.throwIfAborted();
    run.alive();
    const frame = await items.peek();
    if (frame?.type === 'BIN' || frame?.type === 'RES') {
      await this.arrivals.waitForRoom(run);
      requireResources(await roles());
      await this.arrivals.store(reading);
      return true;
    }
    const other = await items.take();
    if (other.type === 'END') return this.end(other, items, state);
    if (other.type === 'LRN' && other.start === 0) return true;
    this.documents.check(other);
    await items.takeSum();
    await this.documents.store(other, { row, state, end: items.position, roles: await roles() });
    return true;
  }

  private async end(frame: PositionedFrame, items: ItemReader, state: ImportState): Promise<false> {
    state.checkComplete(await itemOf(frame, ExportedCounts));
    const more = await items.peek();
    if (more) throw badItem(more, new Error('nothing may follow the last item'));
    return false;
  }
}

/** A slug that was taken concurrently will be seen as taken on the next attempt. */
function isRestart(error: unknown): boolean {
  return error instanceof RestartError || (error instanceof AppError && error.code === 'conflict');
}
