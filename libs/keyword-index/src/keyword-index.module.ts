import { deploymentSlice, readConfig } from '@lectern/config';
import { indexFolder, type IndexRole } from '@lectern/lance';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { KeywordIndex } from './keyword-index';
import { openSearchOptions } from './opensearch/opensearch.config';

type Adapter = typeof import('./opensearch/opensearch-keyword-index');

/** Gives `KeywordIndex` to the module that imports it. One process of a deployment without OpenSearch is the writer. */
@Module({})
export class KeywordIndexModule implements OnApplicationShutdown {
  constructor(@Inject(KeywordIndex) private readonly index: KeywordIndex) {}

  static forRoot({ role }: { readonly role: IndexRole }): DynamicModule {
    const useFactory = () => openIndex(role);
    return { module: KeywordIndexModule, providers: [{ provide: KeywordIndex, useFactory }], exports: [KeywordIndex] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.index.close();
  }
}

async function openIndex(role: IndexRole): Promise<KeywordIndex> {
  const options = openSearchOptions(readConfig(deploymentSlice).ZONE_SLUG);
  if (!options) {
    const warn = (message: string) => new Logger(KeywordIndexModule.name).warn(message);
    return new EmbeddedKeywordIndex({ ...indexFolder('keywords'), role, warn });
  }
  // Required here so that a process without OpenSearch does without its client.
  const { OpenSearchKeywordIndex }: Adapter = require('./opensearch/opensearch-keyword-index');
  return OpenSearchKeywordIndex.open(options, role);
}
