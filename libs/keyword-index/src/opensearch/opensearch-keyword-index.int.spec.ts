import { randomUUID } from 'node:crypto';
import { describeUnless, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { Client } from '@opensearch-project/opensearch';
import { describeKeywordIndex, type KeywordIndexStore } from '../keyword-index.contract';
import { OpenSearchKeywordIndex } from './opensearch-keyword-index';

const found = findOpenSearch();

describeUnless('missing' in found ? found.missing : undefined, 'With an OpenSearch node', () => {
  let server: OpenSearchServer;

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
  }, 120_000);

  afterAll(() => server.stop());

  async function zone(): Promise<KeywordIndexStore> {
    const prefix = `test-${randomUUID()}`;
    const options = { nodes: [server.url], prefix, shards: 1, replicasMax: 1, timeoutMs: 10_000 };
    return {
      open: async () => new OpenSearchKeywordIndex(options),
      destroy: async () => {
        const client = new Client({ node: server.url });
        await client.indices.delete({ index: `${prefix}-*` });
        await client.close();
      },
    };
  }

  describeKeywordIndex('OpenSearchKeywordIndex', zone);
});
