import type { A2aConfig } from '@lectern/contracts/agents';
import { AppError, JsonStructure } from '@lectern/contracts/core';
import type { Certificates } from '@lectern/egress';
import type { Task } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import type { ModuleRun } from '../../../engine/module-run';

const CARD = '.well-known/agent-card.json';
const ANSWER_BYTES_MAX = 1024 ** 2;
/** What is read as JSON. */
const bounds = { nodesMax: 50_000, depthMax: 64 };
const NO_CONTENT = new Set([204, 205, 304]);

/** An agent elsewhere, and how it is called. */
export interface RemoteAgent {
  readonly client: Client;
  readonly host: string;
}

/** The headers of the caller that the agent gets, and until when it may answer. */
export interface RemoteCircumstances {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/**
 * Reads the card of an agent.
 *
 * @throws AppError `invalid_request` for an address that may not be called, or certificates that cannot be read,
 *   `unavailable`, `too_large`
 */
export async function remoteAgent(
  settings: A2aConfig,
  run: Pick<ModuleRun, 'web' | 'signal'>,
  circumstances: RemoteCircumstances,
): Promise<RemoteAgent> {
  const { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } = await import('@a2a-js/sdk/client');
  const base = agentAddressOf(settings);
  const fetchImpl = boundedFetch(base, settings, { run, circumstances });
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  const client = await factory.createFromUrl(base.href, CARD);
  return { client, host: base.host };
}

/** The folder of the agent, which has its card. @throws AppError `invalid_request` */
function agentAddressOf({ endpoint, use_tls: isSecure }: A2aConfig): URL {
  const text = /^https?:\/\//.test(endpoint) ? endpoint : `${isSecure ? 'https' : 'http'}://${endpoint}`;
  const address = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (!address || (isSecure && address.protocol !== 'https:'))
    throw new AppError('invalid_request', 'The endpoint of the agent is no address that its driver may call');
  return address;
}

function certificatesOfAgent({
  ca_certificate: ca,
  client_certificate_chain: cert,
  client_private_key: key,
}: A2aConfig): Certificates | undefined {
  if (!ca && !cert && !key) return undefined;
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

interface Bounds {
  readonly run: Pick<ModuleRun, 'web' | 'signal'>;
  readonly circumstances: RemoteCircumstances;
}

/** Calls the agent at its own origin only, since the card of an agent may name any address. */
function boundedFetch(base: URL, settings: A2aConfig, { run, circumstances }: Bounds): typeof fetch {
  const { authorization } = settings;
  const certificates = certificatesOfAgent(settings);
  const until = Date.now() + circumstances.timeoutMs;
  return async (given, init) => {
    const request = new Request(given, init);
    const target = new URL(request.url);
    if (target.origin !== base.origin)
      throw new AppError('unavailable', `The card of ${base.host} names another host for its messages`);
    const body = request.method === 'POST' ? await request.text() : undefined;
    const response = await run.web.fetch(target, {
      method: request.method,
      headers: {
        ...circumstances.headers,
        ...Object.fromEntries(request.headers),
        ...(authorization && { authorization }),
      },
      ...(body !== undefined && { body }),
      ...(certificates && { certificates }),
      timeoutMs: Math.max(1, until - Date.now()),
      sizeBytesMax: ANSWER_BYTES_MAX,
      redirectsMax: 0,
      signal: run.signal,
    });
    const bytes = await response.bytes();
    if (new JsonStructure(bounds).add(bytes) !== undefined)
      throw new AppError('unavailable', `${base.host} answered with too many values`);
    const { status, headers } = response;
    const type = headers['content-type'] ?? 'application/json';
    const answer = { status, headers: { 'content-type': type } };
    return new Response(NO_CONTENT.has(status) ? null : new Uint8Array(bytes), answer);
  };
}

/** Texts of the artifacts of a task, one for each. */
export function textsOfArtifacts({ artifacts }: Task, countMax: number): readonly { id: string; text: string }[] {
  return artifacts.slice(0, countMax).flatMap(({ artifactId, parts }) => {
    const text = textOfParts(parts);
    return text === '' ? [] : [{ id: artifactId, text }];
  });
}

/** Texts and data of parts, one after the other. */
export function textOfParts(parts: Task['artifacts'][number]['parts']): string {
  const texts = parts.slice(0, 100).flatMap(({ content }) => {
    if (content?.$case === 'text') return [content.value];
    return content?.$case === 'data' && content.value !== undefined ? [JSON.stringify(content.value)] : [];
  });
  return texts.join('\n').trim();
}
