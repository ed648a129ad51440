import { readFileSync } from 'node:fs';
import { Client } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { OpenSearchOptions } from './opensearch.config';

/** Servers close idle sockets; one retry distinguishes that from an outage. */
const RETRIES_MIN = 1;

/** @throws Error naming the setting whose file cannot be read */
export function openSearchClient(options: OpenSearchOptions): Client {
  const { nodes, username, password, awsRegion, timeoutMs } = options;
  return new Client({
    nodes: [...nodes],
    requestTimeout: timeoutMs,
    // Answers are read member by member and never merged, and searching for such keys takes longer than parsing.
    disablePrototypePoisoningProtection: true,
    maxRetries: Math.max(RETRIES_MIN, nodes.length - 1),
    ssl: {
      ca: pem('OPENSEARCH_CA_FILE', options.caFile),
      cert: pem('OPENSEARCH_CERT_FILE', options.certFile),
      key: pem('OPENSEARCH_KEY_FILE', options.keyFile),
    },
    ...(username && password ? { auth: { username, password } } : {}),
    ...(awsRegion ? AwsSigv4Signer({ region: awsRegion, service: 'es' }) : {}),
  });
}

function pem(setting: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${setting} names ${file}, which cannot be read`);
  }
}
