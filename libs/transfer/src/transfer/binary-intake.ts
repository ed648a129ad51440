import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { ExportedBinary } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ImportRepository } from './import.repository';
import { type TransferKey } from './export.repository';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { ImportedBinary } from './imported-resource';
import { badItem, itemOf, type ItemReader } from './item-reader';

/** Stores the files of the next resource; until it is stored, the import records their keys. */
@Injectable()
export class BinaryIntake {
  constructor(
    private readonly blobs: BlobStore,
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
  ) {}

  /** Files by number. @throws AppError `bad_request`; `not_found` when the import does not exist */
  async store(
    key: TransferKey,
    items: ItemReader,
    { sizeBytesMax, alive }: { readonly sizeBytesMax: number; readonly alive: () => void },
  ): Promise<Map<number, ImportedBinary>> {
    const binaries = new Map<number, ImportedBinary>();
    const names = new LooseNames(`kb/${key.kbid}/import/${key.id}/${items.position}`);
    for (let frame = await items.takeIf('BIN'); frame; frame = await items.takeIf('BIN')) {
      const { number, size } = await itemOf(frame, ExportedBinary);
      if (number !== binaries.size)
        throw badItem(frame, new Error(`${binaries.size} files of its resource came before`));
      if (size > sizeBytesMax) throw badItem(frame, new Error(`a file has at most ${sizeBytesMax} bytes`));
      const more = names.moreFor(number);
      const isThere =
        more.length === 0 || (await this.transactions.single((tx) => this.imports.addLooseBlobs(key, more, tx)));
      if (!isThere) throw new AppError('not_found', 'The import is gone');
      const blobKey = names.of(number);
      const content = Readable.from(binaryBytes(items, alive));
      const { sizeBytes, md5 } = await this.blobs.write(blobKey, content, { sizeBytesMax: size });
      if (sizeBytes !== size) throw badItem(frame, new Error(`${size} bytes were to follow, and ${sizeBytes} did`));
      binaries.set(number, { key: blobKey, sizeBytes, md5 });
    }
    return binaries;
  }
}

/**
 * Keys of a resource's blobs. Each attempt uses the same keys, so it overwrites the blobs of earlier ones. The row of
 * the import lists keys before they are used; the list doubles each time, so that the row is rarely written.
 */
class LooseNames {
  private listed = 0;

  constructor(private readonly before: string) {}

  of(number: number): string {
    return `${this.before}-${number}`;
  }

  /** Keys to add to the list before the blob with this number is written. */
  moreFor(number: number): string[] {
    if (number < this.listed) return [];
    const from = this.listed;
    this.listed = Math.max(1, 2 * from);
    return Array.from({ length: this.listed - from }, (_, i) => this.of(from + i));
  }
}

async function* binaryBytes(items: ItemReader, alive: () => void): AsyncGenerator<Buffer> {
  for (let piece = await items.takeIf('DAT'); piece; piece = await items.takeIf('DAT')) {
    alive();
    if (piece.payload.length > 0) yield piece.payload;
  }
}
