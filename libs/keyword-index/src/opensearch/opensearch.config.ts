import type { CircuitObserver } from '@lectern/runtime';
import { type ConfigOf, configSlice, integer, list, optionalText, readConfig } from '@lectern/config';

const url = /^https?:\/\/[^@\s/]+(\/[^@\s]*)?$/;

export const openSearchSlice = configSlice('opensearch', {
  OPENSEARCH_URL: list({
    doc: 'nodes of the OpenSearch cluster for keywords, as scheme, host and port; absent: the embedded index',
    fallback: '',
  }),
  OPENSEARCH_USERNAME: optionalText({ doc: 'user of the cluster, by name and password' }),
  OPENSEARCH_PASSWORD: optionalText({ doc: 'password of OPENSEARCH_USERNAME', secret: true }),
  OPENSEARCH_CA_FILE: optionalText({ doc: 'certificates (PEM) that vouch for the nodes; absent: those of the system' }),
  OPENSEARCH_CERT_FILE: optionalText({ doc: 'certificate (PEM) that this service shows to the nodes' }),
  OPENSEARCH_KEY_FILE: optionalText({ doc: 'key (PEM) of OPENSEARCH_CERT_FILE' }),
  OPENSEARCH_AWS_REGION: optionalText({
    doc: 'region of an Amazon OpenSearch domain: requests are signed with the credentials of the environment',
  }),
  OPENSEARCH_INDEX_PREFIX: optionalText({
    doc: 'what the names of all indexes of this zone begin with; absent: lectern-, then ZONE_SLUG',
    pattern: /^[a-z0-9][a-z0-9_-]{0,99}$/,
  }),
  OPENSEARCH_SHARDS: integer({
    doc: 'shards of the index of a new knowledge box; more than one pays from some ten million paragraphs on',
    min: 1,
    max: 64,
    fallback: 1,
  }),
  OPENSEARCH_REPLICAS: integer({
    doc: 'copies of each shard besides the first, as far as there are nodes for them',
    min: 0,
    max: 8,
    fallback: 1,
  }),
  OPENSEARCH_TIMEOUT_MS: integer({
    doc: 'how long one request to OpenSearch may take, in milliseconds; a search at most 12 s',
    min: 100,
    max: 120_000,
    fallback: 10_000,
  }),
});

/** Connection to a cluster, and the settings of this zone in it. */
export interface OpenSearchOptions {
  readonly nodes: readonly string[];
  readonly username?: string;
  readonly password?: string;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly awsRegion?: string;
  readonly prefix: string;
  readonly shards: number;
  readonly replicasMax: number;
  readonly timeoutMs: number;
  /** How long to wait for a shard without a usable copy; five minutes when absent. */
  readonly lostAfterMs?: number;
  readonly observe?: CircuitObserver;
}

/**
 * The options in the environment; `undefined` when it names no cluster.
 *
 * @throws Error with one line when settings contradict each other
 */
export function openSearchOptions(
  zone: string,
  config: ConfigOf<typeof openSearchSlice> = readConfig(openSearchSlice),
): OpenSearchOptions | undefined {
  const nodes = config.OPENSEARCH_URL;
  if (nodes.length === 0) return undefined;
  const {
    OPENSEARCH_USERNAME: username,
    OPENSEARCH_PASSWORD: password,
    OPENSEARCH_CERT_FILE: certFile,
    OPENSEARCH_KEY_FILE: keyFile,
  } = config;
  for (const node of nodes) {
    if (!url.test(node)) throw new Error(`OPENSEARCH_URL: ${withoutUser(node)} must be like https://host:9200`);
  }
  requireBothOrNone({ OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password });
  requireBothOrNone({ OPENSEARCH_CERT_FILE: certFile, OPENSEARCH_KEY_FILE: keyFile });
  const awsRegion = config.OPENSEARCH_AWS_REGION;
  if (awsRegion && username) throw new Error('OPENSEARCH_AWS_REGION and OPENSEARCH_USERNAME exclude each other');
  return {
    nodes,
    username,
    password,
    caFile: config.OPENSEARCH_CA_FILE,
    certFile,
    keyFile,
    awsRegion,
    prefix: config.OPENSEARCH_INDEX_PREFIX ?? `lectern-${zone}`,
    shards: config.OPENSEARCH_SHARDS,
    replicasMax: config.OPENSEARCH_REPLICAS,
    timeoutMs: config.OPENSEARCH_TIMEOUT_MS,
  };
}

function requireBothOrNone(pair: Readonly<Record<string, string | undefined>>): void {
  const given = Object.values(pair).filter((value) => value !== undefined).length;
  if (given === 1) throw new Error(`${Object.keys(pair).join(' and ')} are given together or not at all`);
}

/** User names and passwords in an address must not reach logs. */
function withoutUser(node: string): string {
  return node.replace(/\/\/.*@/, '//…@');
}
