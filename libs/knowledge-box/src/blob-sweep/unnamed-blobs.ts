import type { ListedBlob } from '@lectern/blob-store';
import { Bus } from '@lectern/bus';
import { listBlobsOfAgents } from '@lectern/contracts/agents';
import { systemPrincipal } from '@lectern/contracts/core';
import { listBlobsOfActivity } from '@lectern/contracts/search';
import { listBlobsOfProcessing } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { NamedBlobsRepository } from './named-blobs.repository';
import { Injectable } from '@nestjs/common';
import { type BlobOwner, kindOfBlob } from './blob-kinds';

/**
 * A younger file may not have its row yet. The limit exceeds the time between the last byte of a file and its row, and
 * the duration of any work that stores files before it finishes.
 */
export const UNNAMED_AGE_MS = 24 * 3_600_000;

/** A file that no row refers to. */
export interface UnnamedBlob {
  readonly key: string;
  readonly sizeBytes: number;
  /** Name of its kind. */
  readonly kind: string;
}

/** Finds files that no row of any service refers to. */
@Injectable()
export class UnnamedBlobs {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: NamedBlobsRepository,
    private readonly bus: Bus,
  ) {}

  /** The files that are old enough and unreferenced. @throws AppError when a service is unavailable */
  async among(
    blobs: readonly Pick<ListedBlob, 'key' | 'sizeBytes' | 'modified'>[],
    { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
  ): Promise<readonly UnnamedBlob[]> {
    const old = blobs.flatMap(({ key, sizeBytes, modified }) => {
      const kind = kindOfBlob(key);
      const isOld = now.getTime() - modified.getTime() > UNNAMED_AGE_MS;
      return kind && isOld ? [{ key, sizeBytes, kind: kind.name, owner: kind.owner }] : [];
    });
    const foreign = await this.transactions.read((tx) =>
      this.rows.ofOthers(
        old.map(({ key }) => key),
        tx,
      ),
    );
    const unnamed: UnnamedBlob[] = [];
    for (const [owner, own] of Map.groupBy(old, (blob) => blob.owner)) {
      const named = await this.named(
        owner,
        own.map(({ key }) => key),
        { now, signal },
      );
      for (const { key, sizeBytes, kind } of own) {
        if (!named.has(key) && !foreign.has(key)) unnamed.push({ key, sizeBytes, kind });
      }
    }
    return unnamed;
  }

  private async named(
    owner: BlobOwner,
    keys: readonly string[],
    { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
  ): Promise<ReadonlySet<string>> {
    const options = { principal: systemPrincipal, signal };
    switch (owner) {
      case 'knowledge-box':
        return this.transactions.read((tx) => this.rows.among(keys, now, tx));
      case 'processing':
        return new Set((await this.bus.request(listBlobsOfProcessing, { body: { keys } }, options)).keys);
      case 'activity':
        return new Set((await this.bus.request(listBlobsOfActivity, { body: { keys } }, options)).keys);
      case 'agents':
        return new Set((await this.bus.request(listBlobsOfAgents, { body: { keys } }, options)).keys);
      case 'nobody':
        return new Set();
    }
  }
}
