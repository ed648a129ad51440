import { inject, type InjectOptions, type Response } from 'light-my-request';
import type { OauthHeaders } from '@lectern/contracts/accounts';
import { AppError, isObject } from '@lectern/contracts/core';
import type { Issuer } from './issuers';

const FORM = 'application/x-www-form-urlencoded';

/** A request for the provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly form?: object;
  readonly json?: object;
  readonly headers: OauthHeaders;
}

/** What the provider answered. */
export interface ProviderAnswer {
  readonly status: number;
  /** Path of the issuer, or address elsewhere. */
  readonly location?: string;
  /** Headers `Set-Cookie`. */
  readonly cookies: readonly string[];
  readonly challenge?: string;
  readonly text: string;
}

/** Runs a request through the provider, which knows nothing of sockets. */
export async function sendToProvider({ provider, url }: Issuer, request: ProviderRequest): Promise<ProviderAnswer> {
  const { host, protocol, origin } = new URL(url);
  const { method, path, form, json, headers } = request;
  const options: InjectOptions = {
    method,
    url: path,
    headers: {
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      accept: 'application/json',
      ...(headers.cookies !== undefined && { cookie: headers.cookies }),
      ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      ...(form && { 'content-type': FORM }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(form && { payload: String(new URLSearchParams(formTextsOf(form))) }),
    ...(json && { payload: JSON.stringify(json) }),
  };
  const response: Response = await inject(provider.callback(), options);
  const { location, 'set-cookie': cookies = [], 'www-authenticate': challenge } = response.headers;
  return {
    status: response.statusCode,
    // Pages of ours have the name of the interaction in their address.
    cookies: [cookies].flat().filter((cookie) => !cookie.startsWith(provider.cookieName('interaction'))),
    text: response.payload,
    ...(typeof location === 'string' && { location: withoutOrigin(location, origin) }),
    ...(challenge !== undefined && { challenge: String(challenge) }),
  };
}

/** The members that are there, as texts of a form or a query. */
export function formTextsOf(members: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** The JSON object of an answer. @throws Error for anything else */
export function answeredObject({ text }: ProviderAnswer): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error('The authorization server answered no object');
  return value;
}

/** The error for a browser that the provider cannot send anywhere. */
export function providerRefusal(answer: ProviderAnswer): AppError {
  const isFault = answer.status >= 500;
  if (isFault) return new AppError('internal', 'The authorization server failed');
  const { error = 'invalid_request', error_description: description } = answeredObject(answer);
  return new AppError('bad_request', String(description ?? error));
}

/** Cookies of a browser after an answer set some. */
export function cookiesAfter(before: string | undefined, { cookies }: ProviderAnswer): string {
  const known = new Map((before ?? '').split('; ').filter(Boolean).map(pairOf));
  for (const cookie of cookies) known.set(...pairOf(cookie.split(';')[0] ?? ''));
  return [...known].map(([name, value]) => `${name}=${value}`).join('; ');
}

function pairOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function withoutOrigin(location: string, origin: string): string {
  return location.startsWith(`${origin}/`) ? location.slice(origin.length) : location;
}
