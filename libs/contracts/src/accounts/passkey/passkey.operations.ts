import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { OpenRequestHeaders } from '../password/password.dto';
import { failsUnproven } from '../second-factor/second-factor.operations';
import {
  NewPasskey,
  Passkey,
  PASSKEY_BODY_BYTES_MAX,
  PasskeyList,
  PasskeyName,
  PasskeyOptions,
  PasskeyProof,
  PasskeySignedIn,
  PasskeySignIn,
  PasskeySignInStart,
  PasskeyTarget,
} from './passkey.dto';

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;
const anyone = { credentials: ['none'], role: 'any', on: 'nothing' } as const;
const ONE = '/api/v1/user/passkey/{passkey_id}';
const DEADLINE_MS = 20_000;
const unknown = { ...failsWithoutRoom, not_found: 'The user has no such passkey.' } as const;

/** Returns the passkeys of the user. */
export const listPasskeys = operation({
  name: 'accounts.passkey.list',
  summary: 'List the passkeys of the authenticated user',
  http: { method: 'GET', path: '/api/v1/user/passkeys', host: 'accounts', success: 200, member: 'passkeys' },
  policy: ofItself,
  answer: PasskeyList,
  deadlineMs: 10_000,
});

/** Returns what a browser needs to make a passkey (WebAuthn). The challenge in it counts once, for five minutes. */
export const startPasskey = operation({
  name: 'accounts.passkey.start',
  summary: 'Begin to add a passkey',
  http: {
    method: 'POST',
    path: '/api/v1/user/passkeys/options',
    host: 'accounts',
    success: 200,
    member: 'options',
    tellsNetwork: true,
  },
  policy: ofItself,
  headers: OpenRequestHeaders,
  body: PasskeyProof,
  answer: PasskeyOptions,
  fails: { ...failsUnproven, bad_request: '`PUBLIC_URL` has an address instead of a name: passkeys need a name.' },
  deadlineMs: DEADLINE_MS,
});

/** Adds a passkey that a browser made with the options. The authenticator must have verified the user. */
export const addPasskey = operation({
  name: 'accounts.passkey.add',
  summary: 'Add a passkey',
  http: {
    method: 'POST',
    path: '/api/v1/user/passkeys',
    host: 'accounts',
    success: 201,
    bodySizeBytesMax: PASSKEY_BODY_BYTES_MAX,
  },
  policy: ofItself,
  body: NewPasskey,
  answer: Passkey,
  fails: {
    ...failsWithoutRoom,
    bad_request: 'The answer is no proof, was used, belongs elsewhere, or took more than five minutes.',
    conflict: 'The passkey is known already, or the user has 20.',
  },
  deadlineMs: DEADLINE_MS,
});

/** Renames a passkey. */
export const renamePasskey = operation({
  name: 'accounts.passkey.rename',
  summary: 'Rename a passkey',
  http: { method: 'PATCH', path: ONE, host: 'accounts', success: 200, reply: 'null' },
  policy: ofItself,
  params: PasskeyTarget,
  body: PasskeyName,
  fails: unknown,
  deadlineMs: 10_000,
});

/** Removes a passkey; it signs in no more. */
export const removePasskey = operation({
  name: 'accounts.passkey.remove',
  summary: 'Remove a passkey',
  http: { method: 'DELETE', path: ONE, host: 'accounts', success: 204, reply: 'empty' },
  policy: ofItself,
  params: PasskeyTarget,
  fails: unknown,
  deadlineMs: 10_000,
});

/** Returns what a browser needs to sign in with any of its passkeys. The challenge in it counts once. */
export const startPasskeySignIn = operation({
  name: 'accounts.passkey.start-sign-in',
  summary: 'Begin to sign in with a passkey',
  http: { method: 'POST', path: '/api/auth/passkey/options', host: 'accounts', success: 200, member: 'options' },
  policy: anyone,
  body: PasskeySignInStart,
  answer: PasskeyOptions,
  fails: { ...failsWithoutRoom, bad_request: '`PUBLIC_URL` has an address instead of a name: passkeys need a name.' },
  deadlineMs: 10_000,
});

/** Signs in with a passkey, for the tokens of the user, or to continue the authorization of the login challenge. */
export const signInWithPasskey = operation({
  name: 'accounts.passkey.sign-in',
  summary: 'Sign in with a passkey',
  http: {
    method: 'POST',
    path: '/api/auth/passkey/login',
    host: 'accounts',
    success: 200,
    tellsNetwork: true,
    bodySizeBytesMax: PASSKEY_BODY_BYTES_MAX,
  },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: PasskeySignIn,
  answer: PasskeySignedIn,
  fails: {
    ...failsWithoutRoom,
    unauthorized: 'The passkey is unknown, or its answer is no proof, was used, or took more than five minutes.',
    not_found: 'No authorization waits for the login.',
    rate_limited: 'Too many wrong answers came from this network; `Retry-After` says when to retry.',
  },
  deadlineMs: DEADLINE_MS,
});
