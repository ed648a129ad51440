import { randomUUID } from 'node:crypto';
import { Client } from '@opensearch-project/opensearch';
import type { OpenSearchOptions } from './opensearch.config';
import { OpenSearchKeywordIndex } from './opensearch-keyword-index';

/** A zone in a cluster shared with others. */
export class TestZone {
  readonly options: OpenSearchOptions;
  readonly client: Client;
  private readonly opened: OpenSearchKeywordIndex[] = [];

  constructor(url: string, options: Partial<OpenSearchOptions> = {}) {
    const prefix = `test-${randomUUID()}`;
    this.options = { nodes: [url], prefix, shards: 1, replicasMax: 1, timeoutMs: 10_000, ...options };
    this.client = new Client({ node: url });
  }

  async open(role: 'writer' | 'reader' = 'writer'): Promise<OpenSearchKeywordIndex> {
    const index = await OpenSearchKeywordIndex.open(this.options, role);
    this.opened.push(index);
    return index;
  }

  get keywords(): string {
    return `${this.options.prefix}-keywords`;
  }

  async destroy(): Promise<void> {
    await Promise.all(this.opened.map((index) => index.close()));
    await this.client.indices.delete({ index: `${this.options.prefix}-*` });
    await this.client.indices.deleteIndexTemplate({ name: this.keywords }, { ignore: [404] });
    await this.client.close();
  }
}
