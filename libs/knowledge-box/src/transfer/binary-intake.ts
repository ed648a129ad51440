import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { ExportedBinary } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ImportRepository, type TransferKey } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { ImportedBinary } from './imported-resource';
import { badItem, itemOf, type ItemReader } from './item-reader';

/** Stores the files of the next resource; until that is stored, the import knows their keys. */
@Injectable()
export class BinaryIntake {
  constructor(
    private readonly blobs: BlobStore,
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
  ) {}

  /** By their numbers. @throws AppError `bad_request`; `not_found` when the import is gone */
  async store(
    key: TransferKey,
    items: ItemReader,
    { sizeBytesMax, alive }: { readonly sizeBytesMax: number; readonly alive: () => void },
  ): Promise<Map<number, ImportedBinary>> {
    const binaries = new Map<number, ImportedBinary>();
    for (let frame = await items.takeIf('BIN'); frame; frame = await items.takeIf('BIN')) {
      const { number, size } = itemOf(frame, ExportedBinary);
      if (number !== binaries.size)
        throw badItem(frame, new Error(`${binaries.size} files of its resource came before`));
      if (size > sizeBytesMax) throw badItem(frame, new Error(`a file has at most ${sizeBytesMax} bytes`));
      // The same at each attempt, which then replaces what an earlier one left.
      const blobKey = `kb/${key.kbid}/import/${key.id}/${frame.start}`;
      const isThere = await this.transactions.single((tx) => this.imports.addLooseBlob(key, blobKey, tx));
      if (!isThere) throw new AppError('not_found', 'The import is gone');
      const content = Readable.from(bytesOf(items, alive));
      const { sizeBytes, md5 } = await this.blobs.write(blobKey, content, { sizeBytesMax: size });
      if (sizeBytes !== size) throw badItem(frame, new Error(`${size} bytes were to follow, and ${sizeBytes} did`));
      binaries.set(number, { key: blobKey, sizeBytes, md5 });
    }
    return binaries;
  }
}

async function* bytesOf(items: ItemReader, alive: () => void): AsyncGenerator<Buffer> {
  for (let piece = await items.takeIf('DAT'); piece; piece = await items.takeIf('DAT')) {
    alive();
    if (piece.payload.length > 0) yield piece.payload;
  }
}
