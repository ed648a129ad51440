import { join } from 'node:path';
import { configSlice, dataDir, optionalText, readConfig } from '@lectern/config';
import { Module } from '@nestjs/common';
import { BlobStore } from './blob-store';
import { FilesystemBlobStore } from './filesystem-blob-store';

export const blobStoreConfig = configSlice('blob-store', {
  BLOB_DIR: optionalText({ doc: 'folder of uploaded files; by default blobs in DATA_DIR' }),
});

/** Provides `BlobStore`. */
@Module({ providers: [{ provide: BlobStore, useFactory: openStore }], exports: [BlobStore] })
export class BlobStoreModule {}

async function openStore(): Promise<BlobStore> {
  const store = new FilesystemBlobStore(readConfig(blobStoreConfig).BLOB_DIR ?? join(dataDir(), 'blobs'));
  await store.removeStale();
  return store;
}
