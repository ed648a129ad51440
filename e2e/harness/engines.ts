import {
  findOpenSearch,
  findQdrant,
  findS3,
  type FoundServer,
  OpenSearchServer,
  QdrantServer,
  S3Server,
} from '@lectern/testing';
import { randomUUID } from 'node:crypto';
import type { Engines } from './distributed';
import { deploymentOf, runningModes } from './modes';

const BUCKET = 'lectern-e2e';

/** OpenSearch, Qdrant and an S3 server of a deployment. A spec may break and mend those that are not shared. */
export class EngineServers implements Engines {
  private constructor(
    readonly keywords: OpenSearchServer,
    readonly vectors: QdrantServer,
    readonly blobs: S3Server,
  ) {}

  /** Which of them cannot be run here, and why; undefined when all can. */
  static missing(): string | undefined {
    const found: readonly FoundServer[] = [findOpenSearch(), findQdrant(), findS3()];
    const missing = found.flatMap((one) => ('missing' in one ? one.missing : []));
    return missing.length === 0 ? undefined : missing.join('; ');
  }

  /**
   * @param keywordsOf gives its OpenSearch: a separate one, or the one that specs of the run share
   * @throws Error when one does not start; the others are stopped
   */
  static async start(
    keywordsOf: (found: FoundServer) => Promise<OpenSearchServer> = (found) => OpenSearchServer.start(found),
  ): Promise<EngineServers> {
    const started = await Promise.allSettled([
      keywordsOf(findOpenSearch()),
      QdrantServer.start(findQdrant()),
      S3Server.start(findS3()),
    ]);
    const [keywords, vectors, blobs] = started;
    if (keywords.status === 'fulfilled' && vectors.status === 'fulfilled' && blobs.status === 'fulfilled') {
      await blobs.value.createBucket(BUCKET);
      return new EngineServers(keywords.value, vectors.value, blobs.value);
    }
    await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()));
    throw started.find((one) => one.status === 'rejected')?.reason;
  }

  get env(): Readonly<Record<string, string>> {
    return {
      OPENSEARCH_URL: this.keywords.url,
      OPENSEARCH_REPLICAS: '0',
      QDRANT_URL: this.vectors.url,
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: this.blobs.url,
      S3_REGION: this.blobs.region,
      S3_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: this.blobs.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.blobs.credentials.secretAccessKey,
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.keywords.stop(), this.vectors.stop(), this.blobs.stop()]);
  }
}

/**
 * The servers that the deployments of a run share, under names that nobody else uses: for specs that do not break them.
 * New ones where no deployment has any.
 */
export async function enginesOfRun(): Promise<Engines> {
  const shared = runningModes().includes('distributed') ? deploymentOf('distributed').engines : undefined;
  if (shared === undefined) return EngineServers.start();
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  const names = { OPENSEARCH_INDEX_PREFIX: name, QDRANT_COLLECTION_PREFIX: name, S3_PREFIX: name };
  return { env: { ...shared, ...names }, stop: async () => undefined };
}
