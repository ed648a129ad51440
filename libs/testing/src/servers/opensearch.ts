import { findServer, type FoundServer } from './found-server';
import { startedOnce } from './shared-servers';
import { answersWell, SpawnedServer } from './spawned-server';
import { TestServer } from './test-server';

/** Ten times what it takes on a machine that does nothing else. */
const startTimeoutMs = 120_000;
const healthPath = '/_cluster/health?wait_for_status=yellow&timeout=1s';

/** `OPENSEARCH_TEST_URL`, else `opensearch-node` on the PATH, else in `.cache/servers` of the checkout. */
export function findOpenSearch(environment?: NodeJS.ProcessEnv): FoundServer {
  const found = findServer('opensearch-node', 'OPENSEARCH_TEST_URL', environment);
  if (!('missing' in found)) return found;
  return { missing: 'no OpenSearch: set OPENSEARCH_TEST_URL, or run `node tools/servers.mjs opensearch`' };
}

/** A node of the test run, without TLS and users. Stopping one that was found running does nothing. */
export class OpenSearchServer extends TestServer {
  /**
   * One of its own, to be stopped by who started it.
   *
   * @param settings of the node, `name=value`; without meaning for one that was found running
   * @throws Error when there is none, or when it does not start
   */
  static async start(found: FoundServer, settings: readonly string[] = []): Promise<OpenSearchServer> {
    if ('missing' in found) throw new Error(found.missing);
    if ('url' in found) return new OpenSearchServer(found.url);
    let url = '';
    const spawned = await SpawnedServer.start(({ folder, port }) => {
      url = `http://127.0.0.1:${port}`;
      return {
        name: 'opensearch-node',
        command: found.binary,
        args: [folder, String(port), ...settings],
        isReady: () => answersWell(url + healthPath),
        startTimeoutMs,
      };
    });
    return new OpenSearchServer(url, spawned);
  }

  /** The one that all specs of a run share, started for the first that asks. Other names in it are other specs'. */
  static async shared(found: FoundServer): Promise<OpenSearchServer> {
    if (!('binary' in found)) return OpenSearchServer.start(found);
    const url = await startedOnce('opensearch', startTimeoutMs);
    return url === undefined ? OpenSearchServer.start(found) : new OpenSearchServer(url);
  }
}
