import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import type { TaskRun } from '@lectern/database';
import { IngestQueue } from '@lectern/indexing';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { BinaryIntake } from './binary-intake';
import type { ImportEntity } from './import.entity';
import type { ImportState } from './import-state';
import type { ItemReader } from './item-reader';
import { ResourceIntake } from './resource-intake';
import { transferConfig } from './transfer.config';
import type { IncomingVectorset } from './vectorset-intake';

const LOOK_AGAIN_MS = 1_000;

/** The next resource of a file, with the files before it. */
export interface Arrival {
  readonly row: ImportEntity;
  readonly items: ItemReader;
  readonly state: ImportState;
  readonly run: TaskRun;
  readonly vectorsets: readonly IncomingVectorset[];
}

/** Stores resources with their files. */
@Injectable()
export class ArrivalIntake {
  private readonly sizeBytesMax = readConfig(transferConfig).EXPORT_SIZE_BYTES_MAX;

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly ingest: IngestQueue,
    private readonly binaries: BinaryIntake,
    private readonly resources: ResourceIntake,
  ) {}

  /** Waits until the work of the resources may be added, so that other producers wait no longer than usual. */
  async waitForRoom({ signal, alive }: Pick<TaskRun, 'signal' | 'alive'>): Promise<void> {
    for (;;) {
      try {
        return await this.ingest.admit();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
        alive();
        await sleep(LOOK_AGAIN_MS, undefined, { signal });
      }
    }
  }

  /** @throws as `BinaryIntake` and `ResourceIntake` */
  async store({ row, items, state, run, vectorsets }: Arrival): Promise<void> {
    const { kbid, id, by, backup } = row;
    const alive = () => {
      run.signal.throwIfAborted();
      run.alive();
    };
    const key = { kbid, id };
    const binaries = await this.binaries.store(key, items, { sizeBytesMax: this.sizeBytesMax, alive });
    const scope = backup === null ? `kb/${kbid}` : `backup/${backup}`;
    const target = { kbid, settings: await this.boxes.get(kbid) };
    await this.resources.store({ key, target, by, scope, state, binaries, items, vectorsets, alive });
  }
}
