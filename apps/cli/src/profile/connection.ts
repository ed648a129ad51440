import { UsageError } from '../exit-code';
import type { Options } from '../options';
import { renewedTokens } from './device-sign-in';
import type { Environment } from './folders';
import type { OauthTokens, Profile, Profiles } from './profiles';

export const DEFAULT_URL = 'http://127.0.0.1:8080';
/** An access token that ends within this time is renewed first. */
const RENEWAL_MS = 60_000;
const NO_TOKEN =
  'Sign in with "lectern login", or give a personal access token as --token or LECTERN_TOKEN, or an API key of a ' +
  'knowledge box as LECTERN_API_KEY';

/** Headers that say who calls. */
export type Credential = () => Promise<Readonly<Record<string, string>>>;

export interface Connection {
  readonly origin: string;
  readonly credential: Credential;
}

/** What a caller gave. */
export interface Given {
  readonly options: Options;
  readonly env: Environment;
  readonly profiles: Profiles;
  /** Ends a renewal of the sign-in early. */
  readonly signal?: AbortSignal;
}

/** Scheme, host and port of a server. @throws UsageError */
export function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin;
  throw new UsageError(`${url} is not a URL: give one as --url or LECTERN_URL`);
}

export function profileNameOf({ options: { profile }, profiles }: Given): string {
  return profiles.nameOf(typeof profile === 'string' ? profile : undefined);
}

/** The profile that the arguments or the environment name; undefined before its first sign-in. */
export function profileOf(given: Given): Profile | undefined {
  return given.profiles.find(profileNameOf(given));
}

/** Where the server is: arguments come before the environment, and that before the profile. */
export function chosenOrigin(given: Given): string {
  const { url } = given.options;
  const named = typeof url === 'string' ? url : given.env['LECTERN_URL'] || undefined;
  return originOf(named ?? profileOf(given)?.url ?? DEFAULT_URL);
}

/** @throws UsageError without a token */
export function connectionOf(given: Given): Connection {
  const origin = chosenOrigin(given);
  const { options, env } = given;
  const token = options['token'] ?? (env['LECTERN_TOKEN'] || undefined);
  if (typeof token === 'string') return { origin, credential: always(headerOf(token, 'personal')) };
  const key = env['LECTERN_API_KEY'] || undefined;
  if (key !== undefined) return { origin, credential: always(headerOf(key, 'api-key')) };
  return { origin, credential: storedCredential(given, origin) };
}

/** A token is sent to the server that it is of, and to no other. */
function storedCredential(given: Given, origin: string): Credential {
  const profile = profileOf(given);
  if (profile && originOf(profile.url) !== origin)
    throw new UsageError(`The profile "${profileNameOf(given)}" is of ${profile.url}, not of ${origin}. ${NO_TOKEN}`);
  if (profile?.token !== undefined) return always(headerOf(profile.token, profile.kind ?? 'personal'));
  if (profile?.oauth) return async () => headerOf(await accessToken(given), 'personal');
  throw new UsageError(NO_TOKEN);
}

/** Renewed by one command at a time: a refresh token that is used twice ends the sign-in. */
async function accessToken(given: Given): Promise<string> {
  const usable = (tokens: OauthTokens | undefined) => tokens && tokens.expiresMs - RENEWAL_MS > Date.now();
  const stored = profileOf(given)?.oauth;
  if (stored && usable(stored)) return stored.accessToken;
  const { oauth } = await given.profiles.change(profileNameOf(given), async (now) => {
    if (!now?.oauth) throw new UsageError(NO_TOKEN);
    if (usable(now.oauth)) return now;
    return { ...now, oauth: await renewedTokens(originOf(now.url), now.oauth, given.signal) };
  });
  return oauth?.accessToken ?? '';
}

function always(headers: Readonly<Record<string, string>>): Credential {
  return async () => headers;
}

function headerOf(secret: string, kind: 'personal' | 'api-key'): Readonly<Record<string, string>> {
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new UsageError(`The token has characters that none has. ${NO_TOKEN}`);
  return { [kind === 'api-key' ? 'x-svc-serviceaccount' : 'authorization']: `Bearer ${secret}` };
}
