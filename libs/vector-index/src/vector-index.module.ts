import { readConfig } from '@lectern/config';
import { indexFolder, type IndexRole } from '@lectern/lance';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { qdrantConfig } from './qdrant/qdrant.config';
import { VectorIndex } from './vector-index';

/** Gives `VectorIndex` to the module that imports it. One process of a deployment without Qdrant is the writer. */
@Module({})
export class VectorIndexModule implements OnApplicationShutdown {
  constructor(@Inject(VectorIndex) private readonly index: VectorIndex) {}

  static forRoot({ role }: { readonly role: IndexRole }): DynamicModule {
    const useFactory = () => openIndex(role);
    return { module: VectorIndexModule, providers: [{ provide: VectorIndex, useFactory }], exports: [VectorIndex] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.index.close();
  }
}

async function openIndex(role: IndexRole): Promise<VectorIndex> {
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
  });
}
