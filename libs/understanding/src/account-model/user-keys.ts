import { invalidRequest, type Violation } from '@lectern/contracts/core';
import type { UserKeys } from '@lectern/contracts/knowledge-box';
import type { ProviderKeys } from '@lectern/models';

/** Shown instead of a key. */
export const MASK = '********';

/** Keys as they are used, by provider. */
export type StoredKeys = Readonly<Record<string, ProviderKeys>>;

const secrets = ['key', 'gemini_key', 'access_key', 'secret_key', 'credentials'] as const;
/** Where a key is sent: a stored one goes nowhere else. */
const places = ['url', 'deployment', 'region', 'location'] as const;

/**
 * The keys that a request leaves: all that it gives, with stored ones in the place of masks.
 *
 * @param given undefined keeps the stored keys
 * @throws AppError `invalid_request` for a mask without a stored key, or with one for another address
 */
export function keptKeys(given: UserKeys | null | undefined, stored: StoredKeys): StoredKeys {
  if (given === undefined) return stored;
  const entries = Object.entries(given ?? {}).flatMap(([provider, keys]) =>
    keys && !saysNothing(keys) ? [[provider, keys] as const] : [],
  );
  return Object.fromEntries(entries.map(([provider, keys]) => [provider, kept(provider, keys, stored[provider])]));
}

/** As answers show them. */
export function maskedKeys(stored: StoredKeys): UserKeys | null {
  if (Object.keys(stored).length === 0) return null;
  const masked = Object.entries(stored).map(([provider, keys]) => [
    provider,
    { ...keys, ...Object.fromEntries(secrets.filter((name) => keys[name]).map((name) => [name, MASK])) },
  ]);
  // Made of validated keys.
  return Object.fromEntries(masked) as UserKeys;
}

/** Whether the keys name a chat completions server. */
export function hasOwnServer(keys: StoredKeys): boolean {
  return keys['openai_compat']?.url !== undefined;
}

/** Why a name goes to no server where keys name one of their own. */
export function unclearModel(name: string): string {
  return `Unknown generative model ${name}: the server of user_keys.openai_compat is asked by the name openai_compat`;
}

function kept(provider: string, given: object, stored: ProviderKeys | undefined): ProviderKeys {
  // Null says nothing, and validated members have the types of keys.
  const keys = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as ProviderKeys;
  const masked = secrets.filter((name) => keys[name] === MASK);
  if (masked.length === 0) return keys;
  const lacking = masked.find((name) => stored?.[name] === undefined);
  if (lacking) throw refused(provider, lacking, 'this masks a stored key, but none is stored');
  const moved = places.find((name) => keys[name] !== stored?.[name]);
  if (moved) throw refused(provider, moved, 'the stored key belongs to another address: send the key again');
  return { ...keys, ...Object.fromEntries(masked.map((name) => [name, stored?.[name]])) };
}

function saysNothing(keys: object): boolean {
  return Object.values(keys).every((value) => value === null || value === undefined || value === '');
}

function refused(provider: string, member: string, problem: string) {
  const loc = ['body', 'user_keys', provider, member];
  const violation: Violation = { type: 'value_error', loc, msg: `Value error, ${problem}`, input: MASK };
  return invalidRequest([violation]);
}
