import { ApiError } from '@lectern/client';

/** The failure, as far as people need to know it. */
export type FailureKind = 'away' | 'forbidden' | 'missing' | 'refused' | 'full' | 'busy' | 'broken' | 'faulty';

const kindOf: Readonly<Record<number, FailureKind>> = {
  400: 'refused',
  402: 'full',
  403: 'forbidden',
  404: 'missing',
  409: 'refused',
  412: 'refused',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  429: 'busy',
  502: 'busy',
  503: 'busy',
  504: 'busy',
  507: 'full',
};

/** In the words of browsers, which have no other name for it: before an answer, or within one. */
const UNANSWERED =
  /^(?:Failed to fetch|fetch failed|NetworkError\b.*|Load failed|network error|Error in input stream|terminated|The network connection was lost\.?|The server does not answer)$/;

/** Errors that are no answer of the server, and no lack of one, are faults of the page itself. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof ApiError) return isFromProxy(error) ? 'away' : (kindOf[error.status] ?? 'broken');
  return error instanceof TypeError && UNANSWERED.test(error.message) ? 'away' : 'faulty';
}

/** The server itself answers with JSON. */
function isFromProxy({ status, body }: ApiError): boolean {
  return [502, 503, 504].includes(status) && typeof body === 'string';
}

/** The server's own words, which are English; undefined without any. */
export function serverWords(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return undefined;
  return wordsOf(Reflect.get(error.body, 'detail'));
}

/** A text, the first complaints of a list about members, or an object with a message. */
function wordsOf(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) return detail.slice(0, 3).map(complaint).join('; ');
  const message: unknown = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'message') : undefined;
  return typeof message === 'string' ? message : undefined;
}

function complaint(one: { readonly loc?: readonly unknown[]; readonly msg?: unknown }): string {
  const place = (one.loc ?? []).filter((part) => part !== 'body').join('.');
  return place === '' ? String(one.msg) : `${place}: ${String(one.msg)}`;
}

/** Whether the same request may succeed when it is sent again. */
export function mayPass(error: unknown): boolean {
  return ['away', 'busy', 'broken', 'faulty'].includes(failureKind(error));
}
