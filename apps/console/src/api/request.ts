import { ApiError } from '@lectern/client';
import { connection } from './connection';

/** Says that a request comes from the console; the server takes the session's cookie with it only. */
export const CONSOLE_HEADER = { 'x-lectern-console': '1' } as const;

/** Statuses by which a proxy reports that its server is down. The server itself answers them with JSON. */
const AWAY = new Set([502, 503, 504]);

/** A server that has not begun to answer a `GET` by then does not answer at all: its own deadlines are shorter. */
const FIRST_BYTE_MS = 60_000;

type OnUnauthorized = (detail: string | undefined) => void;
let onUnauthorized: OnUnauthorized = () => undefined;

/** Sets what happens when the server does not accept the session any more. */
export function whenUnauthorized(action: OnUnauthorized): void {
  onUnauthorized = action;
}

/** `fetch` with the session, for all that the console asks of the server. */
export async function request(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(CONSOLE_HEADER)) headers.set(name, value);
  const answer = await reach(url, { ...init, headers, credentials: 'same-origin' });
  if (answer.status === 401) onUnauthorized(await detailOf(answer.clone()));
  return answer;
}

async function reach(url: string | URL | Request, init: RequestInit): Promise<Response> {
  try {
    const answer = await fetchInTime(url, init);
    connection.report(isFromProxy(answer.status, answer.headers.get('content-type')));
    return answer;
  } catch (error) {
    if (!init.signal?.aborted) connection.report(true);
    throw error;
  }
}

async function fetchInTime(url: string | URL | Request, init: RequestInit): Promise<Response> {
  // Others may take as long as their bodies need.
  if ((init.method ?? 'GET') !== 'GET') return fetch(url, init);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TypeError('The server does not answer')), FIRST_BYTE_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await fetch(url, { ...init, signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an answer says that the server is down. */
export function isFromProxy(status: number, contentType: string | null | undefined): boolean {
  return AWAY.has(status) && !/\bjson\b/.test(contentType ?? '');
}

/** A refusal as `api` throws it, of a request that is no operation. @param asked `GET /console/session` */
export async function refusalOf(asked: string, answer: Response): Promise<ApiError> {
  const text = await answer.text();
  try {
    return new ApiError(asked, answer.status, JSON.parse(text));
  } catch {
    return new ApiError(asked, answer.status, text);
  }
}

/** Message of the server about a refusal, in English. */
export async function detailOf(answer: Response): Promise<string | undefined> {
  try {
    const { detail } = (await answer.json()) as { readonly detail?: unknown }; // an envelope of errors, or anything
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}
