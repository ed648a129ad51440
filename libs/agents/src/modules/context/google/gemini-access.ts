import { createHash } from 'node:crypto';
import type { GoogleConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { CloudToken, serviceAccountIn } from '@lectern/egress';
import { LRUCache } from 'lru-cache';
import type { ModuleRun } from '../../../engine/module-run';

const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/models';
const LOCATION = 'global';
const ACCOUNTS_MAX = 100;
const TOKEN_BYTES_MAX = 64 * 1_024;

/** How models of Google are called. */
export interface GeminiAccess {
  /** Address below which the models are. */
  readonly models: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Whether Vertex AI is asked, whose search takes other options. */
  readonly isVertex: boolean;
}

/** Tokens by client and credentials: they are used until shortly before they expire. */
const tokens = new WeakMap<ModuleRun['web'], LRUCache<string, CloudToken>>();

/**
 * With the key of the driver, or with its service account on Vertex AI.
 *
 * @throws AppError `invalid_request` for a driver without either, `provider_failed` for credentials that get no token
 */
export async function geminiAccess(config: GoogleConfig, { web }: Pick<ModuleRun, 'web'>): Promise<GeminiAccess> {
  const { api_key: key, credentials, vertexai } = config;
  if (!vertexai && key) return { models: GEMINI, headers: { 'x-goog-api-key': key }, secrets: [key], isVertex: false };
  if (!credentials)
    throw new AppError(
      'invalid_request',
      `The driver of Google has no ${vertexai ? 'credentials for Vertex AI' : 'api_key'}`,
    );
  const { project_id: own, private_key: secret } = serviceAccountIn(credentials);
  const token = await tokenOf(credentials, web).value();
  const location = config.location || LOCATION;
  const host = location === LOCATION ? 'aiplatform.googleapis.com' : `${location}-aiplatform.googleapis.com`;
  const place = `projects/${encodeURIComponent(config.project || own)}/locations/${encodeURIComponent(location)}`;
  return {
    models: `https://${hostName(host)}/v1/${place}/publishers/google/models`,
    headers: { authorization: `Bearer ${token}` },
    secrets: [token, secret],
    isVertex: true,
  };
}

/** A location is part of the name of a host. @throws AppError `invalid_request` */
function hostName(host: string): string {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return host;
  throw new AppError('invalid_request', 'The driver of Google has a location that is not a region');
}

function tokenOf(credentials: string, web: ModuleRun['web']): CloudToken {
  const ofClient = tokens.get(web) ?? new LRUCache<string, CloudToken>({ max: ACCOUNTS_MAX });
  tokens.set(web, ofClient);
  const key = createHash('sha256').update(credentials).digest('hex');
  const known = ofClient.get(key);
  if (known) return known;
  const made = new CloudToken(serviceAccountIn(credentials), async (url, request) => {
    const limits = { redirectsMax: 0, sizeBytesMax: TOKEN_BYTES_MAX };
    const response = await web.fetch(url, { ...request, ...limits });
    return { ok: response.isOk, status: response.status, json: () => response.json() };
  });
  ofClient.set(key, made);
  return made;
}
