import { isObject } from '@lectern/contracts/core';

const STATE_CHARS_MAX = 8_192;
const TEXT_CHARS_MAX = 2_048;

/** What web apps say in the state of an authorization. */
export interface OauthState {
  /** Origin of the app. */
  readonly cameFrom?: string;
  /** Names a sign-up that was started. */
  readonly signUpToken?: string;
  /** For the page of sign-in. */
  readonly message?: string;
  readonly isInitial: boolean;
}

/** Reads a state: base64 of a JSON object, or anything else, which says nothing. */
export function readOauthState(state: unknown): OauthState {
  const said = typeof state === 'string' && state.length <= STATE_CHARS_MAX ? stateObject(state) : {};
  const cameFrom = originIn(said['came_from']);
  const signUpToken = textIn(said['signup_token']);
  const message = textIn(said['message']);
  return {
    ...(cameFrom !== undefined && { cameFrom }),
    ...(signUpToken !== undefined && { signUpToken }),
    ...(message !== undefined && { message }),
    isInitial: said['initial_setpassword'] === true,
  };
}

function stateObject(state: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(state, 'base64').toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_CHARS_MAX ? value : undefined;
}

function originIn(value: unknown): string | undefined {
  const text = textIn(value);
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { origin, protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}
