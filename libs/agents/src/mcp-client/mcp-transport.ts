import type { McpHttpConfig, McpSseConfig } from '@lectern/contracts/agents';
import type { Certificates, Egress } from '@lectern/egress';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OpenedDriver } from '../driver/driver.service';
import type { McpDialog } from '../engine/mcp-source';
import { type AnswerWatcher, EgressFetch } from './egress-fetch';
import type { ConnectionRoom } from './connection-room';

/** As long as an interaction may take. */
const STREAM_MS = 15 * 60_000;
const RECONNECTION = { maxRetries: 2, initialReconnectionDelay: 500, maxReconnectionDelay: 5_000 };
/** Headers that the protocol, or the connection, decides. */
const OWN_HEADERS = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
  'upgrade',
]);

/** What transports over HTTP are made of. */
export interface HttpTransportParts {
  readonly web: Pick<Egress, 'fetch'>;
  readonly streams: ConnectionRoom;
  readonly dialog: McpDialog;
  readonly watcher: AnswerWatcher;
  /** Token of the user; absent where nobody can sign in. */
  readonly token?: () => string | undefined;
}

/** A transport for a driver of `mcphttp` or `mcpsse`. @throws AppError for certificates that cannot be read */
export async function httpTransport(driver: OpenedDriver, parts: HttpTransportParts): Promise<Transport> {
  const { dialog, token, watcher } = parts;
  // It was checked against these classes when it was stored.
  const config = driver.config as unknown as McpHttpConfig & McpSseConfig;
  const isOlder = driver.provider === 'mcpsse';
  const hasRequests = Object.keys(dialog.roots).length > 0 || dialog.sample || dialog.elicit;
  const certificates = certificatesOf(config);
  const url = new URL(config.uri);
  const { fetch } = new EgressFetch(
    {
      web: parts.web,
      timeoutMs: Math.min(config.timeout * 1_000, dialog.readTimeoutMs),
      silenceMs: config.sse_read_timeout * 1_000,
      streamMs: STREAM_MS,
      origin: url.origin,
      headers: sentHeaders(config, dialog),
      ...(token && { token }),
      ...(certificates && { certificates }),
      // Requests of a server may come over a stream of its own.
      ...((isOlder || hasRequests) && { streams: parts.streams }),
    },
    // The answers of an older server come over its stream.
    isOlder ? { failed: watcher.failed, ended: () => undefined } : watcher,
  );
  const options = { fetch };
  if (isOlder) {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return new SSEClientTransport(url, options);
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const reconnectionOptions = { ...RECONNECTION, reconnectionDelayGrowFactor: 2 };
  return new StreamableHTTPClientTransport(url, { ...options, reconnectionOptions });
}

/** Those of the driver win over those of the caller. */
function sentHeaders(
  { headers, key }: Pick<McpHttpConfig & McpSseConfig, 'headers' | 'key'>,
  dialog: McpDialog,
): Record<string, string> {
  const all = [...Object.entries(dialog.headers), ...Object.entries(headers)];
  if (key) all.push(['authorization', `Bearer ${key}`]);
  const lower = all.map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => !OWN_HEADERS.has(name)));
}

/** One PEM has the certificate of the client and its key. */
function certificatesOf({ ca_certificate: ca, crt_certificate: own }: McpHttpConfig): Certificates | undefined {
  if (!ca && !own) return undefined;
  return { ...(ca && { ca }), ...(own && { cert: own, key: own }) };
}
