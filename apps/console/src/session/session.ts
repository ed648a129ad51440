import { queryOptions } from '@tanstack/react-query';
import { queries } from '../api/queries';
import { refusalOf, request } from '../api/request';

/** Who is signed in, and until when. */
export interface Session {
  /** When it ends, ISO 8601. */
  readonly expires: string;
  /** Of the person. */
  readonly id: string;
  readonly name: string;
  /** Slug of the zone that serves this page, where users and accounts are on another host. */
  readonly zone?: string;
  /** Where that host is, whose pages are not here. */
  readonly accounts?: string;
}

/** Credential of a sign-in: a token, the code of a link that works once, or that of the authorization server. */
export type Credential =
  | { readonly token: string }
  | { readonly code: string }
  | { readonly authorization_code: string; readonly state: string };

const ADDRESS = '/console/session';
const AUTHORIZATION = '/console/authorization';
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

async function readSession(signal: AbortSignal): Promise<Session | null> {
  const answer = await request(ADDRESS, { signal, headers: { accept: 'application/json' } });
  if (answer.status === 401) return null;
  const session = await sessionOf(`GET ${ADDRESS}`, answer);
  lastId = session.id;
  return session;
}

async function sessionOf(asked: string, answer: Response): Promise<Session> {
  if (!answer.ok) throw await refusalOf(asked, answer);
  return (await answer.json()) as Session; // by the contract of this address
}

/** The last one who was signed in while this page was open. */
let lastId: string | undefined;

/** Whether the person who signs in has been at work in this page before. */
export function isReturn({ id }: Session): boolean {
  return id === lastId;
}

/** Null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 60_000,
});

/** Scheme, host and port of the pages of the accounts. */
export async function accountsOrigin(): Promise<string> {
  const session = await queries.ensureQueryData(sessionQuery);
  return session?.accounts ?? window.location.origin;
}

/** @throws ApiError @throws TypeError when the server cannot be reached */
export async function signIn(credential: Credential): Promise<Session> {
  const init = { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(credential) };
  return sessionOf(`POST ${ADDRESS}`, await request(ADDRESS, init));
}

/** @returns the address at which people sign in, from where they come back with a code. @param from where to go then */
export async function beginSignIn(from?: string): Promise<string> {
  const init = { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify({ from }) };
  const answer = await request(AUTHORIZATION, init);
  if (!answer.ok) throw await refusalOf(`POST ${AUTHORIZATION}`, answer);
  const { location } = (await answer.json()) as { readonly location: string }; // by the contract of this address
  return location;
}

export async function signOut(): Promise<void> {
  const answer = await request(ADDRESS, { method: 'DELETE' });
  if (!answer.ok && answer.status !== 401) throw await refusalOf(`DELETE ${ADDRESS}`, answer);
}

/** Registers data to forget at sign-out: the next person to sign in must not see it. */
export function whenSignedOut(forget: () => void): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryKey[0] === sessionQuery.queryKey[0]) forget();
  });
}
