import type { IndexedResource, VectorRecord } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/resource-store';
import { type VectorExtension, type Vectorset, VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import { batched } from '../queue/batched';

const reads = { max: 64, gatherMs: 2 };

/** Writes vectors, and removes them if the vectorset was deleted during the write. */
@Injectable()
export class VectorsetWriter {
  private readonly isGone = batched((keys: readonly Key[]) => this.areGone(keys), reads);

  constructor(
    private readonly vectors: VectorIndex,
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
  ) {}

  async put(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<void> {
    await this.write(vectorset, records);
    if (await this.isGone(vectorset)) await this.dropGone(vectorset);
  }

  /** The same without checking that the vectorset still exists: the caller checks and calls `dropGone`. */
  async write(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<void> {
    await this.vectors.put(vectorset, records);
  }

  /** @returns ids of resources that must be put */
  async extend(vectorset: Vectorset, extensions: readonly VectorExtension[]): Promise<readonly string[]> {
    return this.vectors.extend(vectorset, extensions);
  }

  async update(kbid: string, resources: readonly IndexedResource[]): Promise<void> {
    await this.vectors.update(kbid, resources);
  }

  async delete(kbid: string, resources: readonly { readonly rid: string; readonly version: number }[]): Promise<void> {
    await this.vectors.delete(kbid, resources);
  }

  async drop(kbid: string): Promise<void> {
    await this.vectors.drop(kbid);
  }

  /** A purge may have dropped the index before the put. While the box is locked, nobody can add the vectorset again. */
  async dropGone({ kbid, id }: Key): Promise<void> {
    await this.transactions.run(async (tx) => {
      const hasBox = await this.vectorsets.tryLockBox(kbid, tx);
      const isPresent = hasBox && (await this.vectorsets.find({ kbid, id }, tx))?.deleted === null;
      if (!isPresent) await this.vectors.dropVectorset(kbid, id);
    });
  }

  private async areGone(keys: readonly Key[]): Promise<readonly boolean[]> {
    const kbids = [...new Set(keys.map(({ kbid }) => kbid))];
    const byBox = await this.transactions.read((tx) => this.vectorsets.listMany(kbids, tx));
    return keys.map(({ kbid, id }) => !byBox.get(kbid)?.some((vectorset) => vectorset.id === id));
  }
}

type Key = Pick<Vectorset, 'kbid' | 'id'>;
