import { join } from 'node:path';
import { type ConfigOf, configSlice, dataDir, optionalText, readConfig } from '@lectern/config';
import { DiskRoom, Metrics, Readiness } from '@lectern/runtime';
import { Inject, Logger, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { BlobStore } from './blob-store';
import { FilesystemBlobStore } from './filesystem-blob-store';
import { s3Config } from './s3/s3.config';

/** Settings of the folder of blobs; those of a bucket are in `s3.config.ts`. */
export const blobStoreConfig = configSlice('blob-store', {
  BLOB_DIR: optionalText({ doc: 'folder of uploaded files without S3_BUCKET; by default blobs in DATA_DIR' }),
});

/**
 * Provides `BlobStore`: the bucket `S3_BUCKET`, else a folder. A process that cannot reach it is degraded:
 * everything but files continues to work.
 */
@Module({
  providers: [
    {
      provide: BlobStore,
      useFactory: openStore,
      inject: [Metrics, DiskRoom].map((token) => ({ token, optional: true })),
    },
  ],
  exports: [BlobStore],
})
export class BlobStoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(BlobStore) private readonly store: BlobStore,
    @Optional() readiness?: Readiness,
  ) {
    readiness?.register('blob-store', () => store.check(), { otherwise: 'degraded' });
  }

  onApplicationShutdown(): void {
    this.store.close();
  }
}

async function openStore(metrics: Metrics | undefined, disk: DiskRoom | undefined): Promise<BlobStore> {
  const config = readConfig(s3Config);
  if (config.S3_BUCKET) return openBucket(config.S3_BUCKET, config, metrics);
  const { BLOB_DIR } = readConfig(blobStoreConfig);
  if (BLOB_DIR !== undefined) disk?.watch('blobs', BLOB_DIR);
  const store = new FilesystemBlobStore(BLOB_DIR ?? join(dataDir(), 'blobs'), disk);
  await store.removeStale();
  return store;
}

async function openBucket(
  bucket: string,
  config: ConfigOf<typeof s3Config>,
  metrics: Metrics | undefined,
): Promise<BlobStore> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together or not at all');
  const { S3_ENCRYPTION: algorithm, S3_KMS_KEY_ID: keyId } = config;
  // The client is required only where it is used.
  const { openS3 } = await import('./s3/open-s3');
  return openS3({
    bucket,
    prefix: config.S3_PREFIX,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    pathStyle: config.S3_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    encryption: algorithm === 'none' ? undefined : { algorithm, keyId },
    links: config.S3_LINK_TTL_S > 0 ? { ttlS: config.S3_LINK_TTL_S, endpoint: config.S3_PUBLIC_ENDPOINT } : undefined,
    abandonedPartsDays: config.S3_ABANDONED_PARTS_DAYS,
    warn: (message) => new Logger(BlobStoreModule.name).warn(message),
    observe: metrics?.observeCircuit,
  });
}
