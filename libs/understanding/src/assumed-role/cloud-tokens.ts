import { AppError } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import type { ProviderKeys } from '@lectern/models';

/** The account that assumes roles. */
export interface CloudAccount {
  readonly accountId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly stsUrl: string;
}

/** A customer's role. */
export interface CustomerRole {
  readonly roleRef: string;
  readonly externalId: string;
}

const SESSION = 'lectern';
export const SESSION_S = 3_600;
const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 100_000;
const MESSAGE_CHARS_MAX = 500;

/**
 * Credentials of a role, for `SESSION_S` seconds.
 *
 * @throws AppError `bad_request` with the cloud's message when it refuses, `provider_failed` for anything else
 */
export async function roleCredentials(
  { roleRef, externalId }: CustomerRole,
  cloud: CloudAccount,
  { egress, signal }: { readonly egress: Pick<Egress, 'fetch'>; readonly signal?: AbortSignal },
): Promise<ProviderKeys> {
  const form = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleRef,
    RoleSessionName: SESSION,
    ExternalId: externalId,
    DurationSeconds: String(SESSION_S),
  });
  const { AwsClient } = await import('aws4fetch');
  const { accessKey: accessKeyId, secretKey: secretAccessKey, stsUrl } = cloud;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 'sts', region: regionOf(stsUrl) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', accept: 'application/json' };
  const signed = await client.sign(stsUrl, { method: 'POST', headers, body: form.toString() });
  const answer = await egress.fetch(stsUrl, {
    method: 'POST',
    headers: Object.fromEntries(signed.headers),
    body: form.toString(),
    timeoutMs: TIMEOUT_MS,
    sizeBytesMax: ANSWER_BYTES_MAX,
    redirectsMax: 0,
    signal,
  });
  const body = await answer.text();
  if (!answer.isOk) throw roleRefusal(answer.status, body);
  const credentials = credentialsIn(body);
  if (!credentials) throw new AppError('provider_failed', 'The cloud sent no credentials for the role');
  return credentials;
}

function roleRefusal(status: number, body: string): AppError {
  const message = answerText(parsedAnswer(body), 'Error', 'Message') ?? `The cloud refused the role (${status})`;
  const detail = { message: message.slice(0, MESSAGE_CHARS_MAX) };
  if (status === 400 || status === 403) return new AppError('bad_request', detail.message, { detail });
  return new AppError('provider_failed', `The cloud failed (${status}): ${detail.message}`);
}

function credentialsIn(body: string): ProviderKeys | undefined {
  const path = ['AssumeRoleResponse', 'AssumeRoleResult', 'Credentials'];
  const value = parsedAnswer(body);
  const [access_key, secret_key, session_token] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map((name) =>
    answerText(value, ...path, name),
  );
  return access_key && secret_key && session_token ? { access_key, secret_key, session_token } : undefined;
}

function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answerText(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>((at, name) => (at instanceof Object ? Reflect.get(at, name) : undefined), value);
  return typeof found === 'string' ? found : undefined;
}

/** The region in `https://sts.eu-central-1.amazonaws.com/`. */
function regionOf(stsUrl: string): string {
  return /^https:\/\/sts\.([a-z0-9-]+)\./.exec(stsUrl)?.[1] ?? 'us-east-1';
}
