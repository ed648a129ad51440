import { BlobStore, type ListedBlob } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import {
  type BlobCount,
  type BlobSweepPage,
  type BlobSweepPayload,
  removeUnnamedBlobs,
} from '@lectern/contracts/knowledge-box';
import { TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type UnnamedBlob, UnnamedBlobs } from './unnamed-blobs';

/**
 * Between the look that finds a file unnamed and the one that it is removed after. An object store says of a large file
 * when its upload began, so that it may be new although it looks old: by then its row is there, or will never be.
 */
export const SECOND_LOOK_MS = 10 * 60_000;

/** A page of files that was looked at. */
export interface SweptPage {
  readonly examined: number;
  readonly unnamed: readonly UnnamedBlob[];
  /** The last key; undefined when there was nothing. */
  readonly last: string | undefined;
}

/** Looks for files of the blob store that no row names. */
@Injectable()
export class BlobSweepService {
  constructor(
    private readonly blobs: BlobStore,
    private readonly unnamed: UnnamedBlobs,
    private readonly tasks: TaskQueue,
  ) {}

  /** @throws AppError `unavailable`, `invalid_request` for a bad cursor */
  async sweep({ dry_run: isDry, cursor }: BlobSweepPayload, signal: AbortSignal): Promise<BlobSweepPage> {
    if (cursor?.includes('\0')) throw new AppError('invalid_request', 'Unknown cursor');
    for await (const blobs of this.blobs.list(cursor || undefined)) {
      const page = await this.page(blobs, signal);
      if (!isDry) await this.removeLater(page.unnamed);
      return { examined: page.examined, unnamed: counted(page.unnamed), cursor: page.last ?? null };
    }
    return { examined: 0, unnamed: [], cursor: null };
  }

  /** @throws AppError `unavailable` */
  async *pages(after: string | undefined, signal: AbortSignal): AsyncGenerator<SweptPage> {
    for await (const blobs of this.blobs.list(after)) yield this.page(blobs, signal);
  }

  async removeLater(unnamed: readonly UnnamedBlob[]): Promise<void> {
    if (unnamed.length === 0) return;
    const runAt = new Date(Date.now() + SECOND_LOOK_MS);
    await this.tasks.add(removeUnnamedBlobs, { keys: unnamed.map(({ key }) => key) }, { runAt });
  }

  private async page(blobs: readonly ListedBlob[], signal: AbortSignal): Promise<SweptPage> {
    const unnamed = await this.unnamed.among(blobs, { now: new Date(), signal });
    return { examined: blobs.length, unnamed, last: blobs.at(-1)?.key };
  }
}

function counted(blobs: readonly UnnamedBlob[]): BlobCount[] {
  const byKind = Map.groupBy(blobs, ({ kind }) => kind);
  return [...byKind].map(([kind, own]) => {
    return { kind, count: own.length, size_bytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  });
}
