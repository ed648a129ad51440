import { deploymentSlice, readConfig } from '@lectern/config';
import { indexFolder, type IndexRole, paragraphsSizeBytesMax } from '@lectern/lance';
import { Metrics, Readiness } from '@lectern/runtime';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { KeywordIndex } from './keyword-index';
import { openSearchOptions } from './opensearch/opensearch.config';

type Adapter = typeof import('./opensearch/opensearch-keyword-index');

/**
 * Provides `KeywordIndex` to the importing module. Without OpenSearch, one process of a deployment is the writer. A
 * process without its index is degraded but useful: vector search still works, and writes are indexed later.
 */
@Module({})
export class KeywordIndexModule implements OnApplicationShutdown {
  constructor(
    @Inject(KeywordIndex) private readonly index: KeywordIndex,
    @Optional() readiness?: Readiness,
  ) {
    readiness?.register('keyword-index', () => index.check(), { otherwise: 'degraded' });
  }

  /** Provides `KeywordIndex`. Of the processes that share a folder, one is the writer and the others are readers. */
  static forRoot({ role }: { readonly role: IndexRole }): DynamicModule {
    const useFactory = (metrics?: Metrics) => openIndex(role, metrics);
    const index = { provide: KeywordIndex, useFactory, inject: [{ token: Metrics, optional: true }] };
    return { module: KeywordIndexModule, providers: [index], exports: [KeywordIndex] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.index.close();
  }
}

async function openIndex(role: IndexRole, metrics: Metrics | undefined): Promise<KeywordIndex> {
  const options = openSearchOptions(readConfig(deploymentSlice).ZONE_SLUG);
  if (!options) {
    const warn = (message: string) => new Logger(KeywordIndexModule.name).warn(message);
    const sizes = { paragraphsSizeBytesMax: paragraphsSizeBytesMax() };
    return new EmbeddedKeywordIndex({ ...indexFolder('keywords'), ...sizes, role, warn });
  }
  // Required here so that a process without OpenSearch does not load its client.
  const { OpenSearchKeywordIndex }: Adapter = require('./opensearch/opensearch-keyword-index');
  return OpenSearchKeywordIndex.open({ ...options, observe: metrics?.observeCircuit }, role);
}
