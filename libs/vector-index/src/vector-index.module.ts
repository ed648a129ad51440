import { readConfig } from '@lectern/config';
import { indexFolder, type IndexRole } from '@lectern/lance';
import { Metrics, Readiness } from '@lectern/runtime';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { qdrantConfig } from './qdrant/qdrant.config';
import { VectorIndex } from './vector-index';

/**
 * Gives `VectorIndex` to the module that imports it. One process of a deployment without Qdrant is the writer. A process
 * whose index is away is degraded, not useless: it finds by words, and writes are indexed later.
 */
@Module({})
export class VectorIndexModule implements OnApplicationShutdown {
  constructor(
    @Inject(VectorIndex) private readonly index: VectorIndex,
    @Optional() readiness?: Readiness,
  ) {
    readiness?.register('vector-index', () => index.check(), { otherwise: 'degraded' });
  }

  static forRoot({ role }: { readonly role: IndexRole }): DynamicModule {
    const useFactory = (metrics?: Metrics) => openIndex(role, metrics);
    const index = { provide: VectorIndex, useFactory, inject: [{ token: Metrics, optional: true }] };
    return { module: VectorIndexModule, providers: [index], exports: [VectorIndex] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.index.close();
  }
}

async function openIndex(role: IndexRole, metrics: Metrics | undefined): Promise<VectorIndex> {
  const config = readConfig(qdrantConfig);
  if (!config.QDRANT_URL) {
    const warn = (message: string) => new Logger(VectorIndexModule.name).warn(message);
    return new EmbeddedVectorIndex({ ...indexFolder('vectors'), role, warn });
  }
  // The client is required only where it is used.
  const { QdrantVectorIndex } = await import('./qdrant/qdrant-vector-index');
  return QdrantVectorIndex.open({
    url: config.QDRANT_URL,
    apiKey: config.QDRANT_API_KEY,
    prefix: config.QDRANT_COLLECTION_PREFIX,
    timeoutMs: config.QDRANT_TIMEOUT_MS,
    largeBoxes: config.QDRANT_LARGE_BOXES,
    quantization: config.QDRANT_QUANTIZATION,
    shards: config.QDRANT_SHARDS,
    replicas: config.QDRANT_REPLICAS,
    role,
    observe: metrics?.observeCircuit,
  });
}
