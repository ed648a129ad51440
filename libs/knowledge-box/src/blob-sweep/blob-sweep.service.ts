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
 * Delay between finding an unreferenced file and the second check before its removal. For a large file, an object store
 * may report the start of its upload, so a new file can look old. By the second check, its row exists or never will.
 */
export const SECOND_LOOK_MS = 10 * 60_000;

/** A page of checked files. */
export interface SweptPage {
  readonly examined: number;
  readonly unnamed: readonly UnnamedBlob[];
  /** The last key; undefined for an empty page. */
  readonly last: string | undefined;
}

/** Finds files in the blob store that no row refers to. */
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
