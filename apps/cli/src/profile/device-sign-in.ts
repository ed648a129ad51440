import { setTimeout as sleep } from 'node:timers/promises';
import type * as openid from 'openid-client';
import { CommandError, exitCodes } from '../exit-code';
import type { OauthTokens } from './profiles';

/** Of the table of clients of the deployment itself. */
const CLIENT = 'cli';
const SCOPE = 'openid offline_access';

/** What the user does to connect this terminal. */
export interface DeviceCode {
  readonly address: string;
  readonly code: string;
  readonly minutes: number;
}

/** Connects this terminal: the user types the code on a page of the server. @throws CommandError */
export async function signInByCode(
  origin: string,
  show: (code: DeviceCode) => void,
  signal: AbortSignal,
): Promise<OauthTokens> {
  const client = await import('openid-client');
  return refusals(async () => {
    const server = await discovered(client, origin, signal);
    const device = await client.initiateDeviceAuthorization(server, { scope: SCOPE });
    const address = device.verification_uri_complete ?? device.verification_uri;
    show({ address, code: device.user_code, minutes: Math.floor(device.expires_in / 60) });
    const polled = client.pollDeviceAuthorizationGrant(server, device, undefined, { signal });
    return tokensOf(await Promise.race([polled, interrupted(signal)]));
  });
}

/** New tokens for old ones. @throws CommandError when the sign-in is over */
export async function renewedTokens(
  origin: string,
  { refreshToken }: OauthTokens,
  signal?: AbortSignal,
): Promise<OauthTokens> {
  const over = `The sign-in at ${origin} is over: run "lectern login" again`;
  if (refreshToken === undefined) throw new CommandError(over, exitCodes.refused);
  const client = await import('openid-client');
  return refusals(async () => {
    const server = await discovered(client, origin, signal);
    const answer = await client.refreshTokenGrant(server, refreshToken).catch((error: unknown) => {
      if (error instanceof client.ResponseBodyError) throw new CommandError(over, exitCodes.refused);
      throw error;
    });
    return tokensOf(answer);
  });
}

/** Ends the sign-in at the server. */
export async function endSignIn(
  origin: string,
  { refreshToken, accessToken }: OauthTokens,
  signal: AbortSignal,
): Promise<void> {
  const client = await import('openid-client');
  const token = refreshToken ?? accessToken;
  await refusals(async () => client.tokenRevocation(await discovered(client, origin, signal), token));
}

async function discovered(
  client: typeof openid,
  origin: string,
  interruption: AbortSignal | undefined,
): Promise<openid.Configuration> {
  // Also of the later requests of this client.
  const untilInterrupted: openid.CustomFetch = (url, options) => {
    const signals = [options.signal, interruption].filter((one) => one !== undefined);
    // It takes what the library sends; the types of both describe the body differently.
    return fetch(url, { ...options, signal: AbortSignal.any(signals) } as RequestInit);
  };
  // The user chose the address: http is for a machine of one's own, and the default.
  const execute = [client.allowInsecureRequests];
  return client.discovery(new URL(origin), CLIENT, undefined, client.None(), {
    execute,
    timeout: 15,
    [client.customFetch]: untilInterrupted,
  });
}

function tokensOf(answer: openid.TokenEndpointResponse): OauthTokens {
  const seconds = answer.expires_in ?? 0;
  return {
    accessToken: answer.access_token,
    expiresMs: Date.now() + seconds * 1_000,
    refreshToken: answer.refresh_token,
  };
}

async function interrupted(signal: AbortSignal): Promise<never> {
  for (;;) {
    signal.throwIfAborted();
    await sleep(60_000, undefined, { signal });
  }
}

async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error) || error.name === 'AbortError') throw error;
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : error.message;
    throw new CommandError(`The sign-in failed: ${reason}`, exitCodes.refused);
  }
}
