import type { EngineCalls } from './engine-calls';
import { indexTemplate, MAPPING_VERSION } from './index-definition';
import type { IndexNames } from './index-names';
import type { OpenSearchOptions } from './opensearch.config';
import { opensearchStatus } from './opensearch-errors';

/** BM25 scores are computed as queries expect since this release. */
const RELEASE_MIN = 3;
const NAMED_MAX = 5;
/** Of each request before the first of a user: a cluster that starts beside us, or is busy, is slow. */
const START_TIMEOUT_MS = 30_000;

export interface ClusterUse {
  readonly names: IndexNames;
  readonly options: OpenSearchOptions;
  /** A writer also installs the template. */
  readonly role: 'writer' | 'reader';
}

/**
 * Checks before the first request whether the cluster can be used with these settings.
 *
 * @throws Error with one line that says what to do
 */
export async function startWithCluster(calls: EngineCalls, { names, options, role }: ClusterUse): Promise<void> {
  await answeringCluster(calls, options);
  await explained(options, 'read mappings', () => checkMappings(calls, names));
  if (role === 'writer') await explained(options, 'manage index templates', () => putTemplate(calls, names, options));
}

/** @throws Error with one line when it does not answer or its release is not supported */
export async function answeringCluster(calls: EngineCalls, options: OpenSearchOptions): Promise<void> {
  const { version } = await explained(options, 'ask for its version', () =>
    calls.read((client) => client.info(), atStart(calls)),
  );
  const [name, release] = [version.distribution ?? 'Elasticsearch', version.number];
  if (name !== 'opensearch' || Number.parseInt(release, 10) < RELEASE_MIN)
    throw new Error(`OPENSEARCH_URL is ${name} ${release}: OpenSearch ${RELEASE_MIN}.0 or later is needed`);
}

async function putTemplate(calls: EngineCalls, names: IndexNames, options: OpenSearchOptions): Promise<void> {
  const path = `/_index_template/${names.template}`;
  const body = indexTemplate(names, options);
  await calls.write((client) => client.transport.request({ method: 'PUT', path, body }), atStart(calls));
}

function atStart({ timeoutMs }: EngineCalls) {
  return { timeoutMs: Math.max(timeoutMs, START_TIMEOUT_MS) };
}

async function checkMappings(calls: EngineCalls, names: IndexNames): Promise<void> {
  const versions = await mappingVersions(calls, names);
  const older = [...versions].filter(([, version]) => version < MAPPING_VERSION).map(([index]) => index);
  const newer = [...versions].filter(([, version]) => version > MAPPING_VERSION).map(([index]) => index);
  if (newer.length > 0)
    throw new StartError(
      `A newer release of Lectern has written ${listedIndexes(newer)}: run that one, or a later one`,
    );
  if (older.length > 0)
    throw new StartError(
      `${listedIndexes(older)} of OpenSearch have an older mapping: run the migration (npm run migrate)`,
    );
}

/** The mapping version of each index of the zone. */
export async function mappingVersions(calls: EngineCalls, names: IndexNames): Promise<ReadonlyMap<string, number>> {
  const answer = await calls.read<Record<string, { mappings?: { _meta?: { version?: number } } }>>(
    (client) =>
      client.transport.request({
        method: 'GET',
        path: `/${names.pattern}/_mapping`,
        querystring: { filter_path: '*.mappings._meta.version' },
      }),
    atStart(calls),
  );
  return new Map(Object.entries(answer).map(([index, { mappings }]) => [index, mappings?._meta?.version ?? 0]));
}

/** Its message needs no further context. */
class StartError extends Error {}

async function explained<T>(options: OpenSearchOptions, purpose: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new Error(explanation(options, purpose, error), { cause: error });
  }
}

function explanation({ nodes, username, awsRegion }: OpenSearchOptions, purpose: string, error: unknown): string {
  const [status, message] = [opensearchStatus(error), error instanceof Error ? error.message : String(error)];
  const who = username ? `${username} (OPENSEARCH_USERNAME)` : `this service${awsRegion ? "'s AWS identity" : ''}`;
  if (status === 401) return `OpenSearch does not accept the credentials of ${who}`;
  if (status === 403) return `OpenSearch does not let ${who} ${purpose}`;
  if (status !== undefined) return `OpenSearch would not ${purpose}: ${message}`;
  const where = `OPENSEARCH_URL (${nodes.join(', ')})`;
  if (/certificate required|bad certificate|handshake failure/i.test(message))
    return `${where} wants a certificate it trusts: check OPENSEARCH_CERT_FILE and OPENSEARCH_KEY_FILE (${message})`;
  if (/certificate|altname/i.test(message))
    return `${where} shows a certificate that is not trusted: check OPENSEARCH_CA_FILE (${message})`;
  if (/wrong version number|packet length too long|EPROTO/i.test(message))
    return `${where} does not speak TLS: is it http:// instead of https://?`;
  return `${where} does not answer: is the address right, and does the cluster run? (${message})`;
}

function listedIndexes(indexes: readonly string[]): string {
  const rest = indexes.length - NAMED_MAX;
  return indexes.slice(0, NAMED_MAX).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
