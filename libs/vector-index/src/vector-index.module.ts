import { deploymentSlice, readConfig } from '@lectern/config';
import { indexFolder, type IndexRole } from '@lectern/lance';
import { Metrics, Readiness } from '@lectern/runtime';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { qdrantOptions } from './qdrant/qdrant.config';
import { VectorIndex } from './vector-index';

/**
 * Provides `VectorIndex` to the importing module. Without Qdrant, one process of a deployment is the writer. A process
 * without its index is degraded but useful: keyword search still works, and writes are indexed later.
 */
@Module({})
export class VectorIndexModule implements OnApplicationShutdown {
  constructor(
    @Inject(VectorIndex) private readonly index: VectorIndex,
    @Optional() readiness?: Readiness,
  ) {
    readiness?.register('vector-index', () => index.check(), { otherwise: 'degraded' });
  }

  /** Provides `VectorIndex`. Of the processes that share a folder, one is the writer and the others are readers. */
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
  const options = qdrantOptions(readConfig(deploymentSlice).ZONE_SLUG);
  if (!options) {
    const warn = (message: string) => new Logger(VectorIndexModule.name).warn(message);
    return new EmbeddedVectorIndex({ ...indexFolder('vectors'), role, warn });
  }
  // Loaded on demand, only where it is used.
  const { QdrantVectorIndex } = await import('./qdrant/qdrant-vector-index');
  return QdrantVectorIndex.open({ ...options, role, observe: metrics?.observeCircuit });
}
