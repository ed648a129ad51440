import { ContainerServer } from './container-server';
import { findServer, type FoundServer } from './found-server';
import { startedOnce } from './shared-servers';
import { answersWell, freePort, SpawnedServer } from './spawned-server';
import { TestServer } from './test-server';

/** Ten times the start time on an idle machine. */
const startTimeoutMs = 120_000;
const portInside = 9200;
/** Without TLS, users and the safeguards of a production node; with the same small heap as the program. */
const environment = {
  'discovery.type': 'single-node',
  DISABLE_SECURITY_PLUGIN: 'true',
  DISABLE_INSTALL_DEMO_CONFIG: 'true',
  DISABLE_PERFORMANCE_ANALYZER_AGENT_CLI: 'true',
  OPENSEARCH_JAVA_OPTS: '-Xms512m -Xmx512m',
};
const healthPath = '/_cluster/health?wait_for_status=yellow&timeout=1s';

/** `OPENSEARCH_TEST_URL`, else Docker's image, else `opensearch-node` on the PATH, else in `.cache/servers`. */
export function findOpenSearch(environment?: NodeJS.ProcessEnv): FoundServer {
  const found = findServer('opensearch-node', 'OPENSEARCH_TEST_URL', environment);
  if (!('missing' in found)) return found;
  return { missing: 'no OpenSearch: set OPENSEARCH_TEST_URL, or run `node tools/servers.mjs opensearch`' };
}

/** A node of the test run, without TLS and users. Stopping a node that was already running does nothing. */
export class OpenSearchServer extends TestServer {
  /**
   * Starts a separate node; the caller stops it.
   *
   * @param settings of the node, `name=value`; ignored for a node that was already running
   * @throws Error when it is missing, or does not start
   */
  static async start(found: FoundServer, settings: readonly string[] = []): Promise<OpenSearchServer> {
    if ('missing' in found) throw new Error(found.missing);
    if ('url' in found) return new OpenSearchServer(found.url);
    if ('image' in found) return OpenSearchServer.contained(found.image, settings);
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

  private static async contained(image: string, settings: readonly string[]): Promise<OpenSearchServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const container = await ContainerServer.start({
      image,
      ports: { [portInside]: port },
      env: { ...environment, ...Object.fromEntries(settings.map((setting) => setting.split('=', 2))) },
      isReady: () => answersWell(url + healthPath),
      startTimeoutMs,
    });
    return new OpenSearchServer(url, container);
  }

  /** The node that all specs of a run share, started by the first call. It contains indexes of other specs. */
  static async shared(found: FoundServer): Promise<OpenSearchServer> {
    if ('url' in found || 'missing' in found) return OpenSearchServer.start(found);
    const url = await startedOnce('opensearch', startTimeoutMs);
    return url === undefined ? OpenSearchServer.start(found) : new OpenSearchServer(url);
  }
}
