import { invalidRequest, type Violation } from '@lectern/contracts/core';
import type { UserKeys } from '@lectern/contracts/knowledge-box';
import type { ProviderKeys } from '@lectern/models';

/** Shown instead of a key. */
export const MASK = '********';

/** Usable keys, by provider. */
export type StoredKeys = Readonly<Record<string, ProviderKeys>>;

const secrets = ['key', 'gemini_key', 'access_key', 'secret_key', 'credentials'] as const;
/** Where a key is sent: a stored key is never sent anywhere else. */
const addressMembers = ['url', 'deployment', 'region', 'location'] as const;

/**
 * The keys after a request: the given ones, with masks replaced by stored keys.
 *
 * @param given undefined keeps the stored keys
 * @param at where the request has them, for errors
 * @throws AppError `invalid_request` for a mask without a stored key, or with one for another address
 */
export function keptKeys(
  given: UserKeys | null | undefined,
  stored: StoredKeys,
  at: readonly string[] = ['body', 'user_keys'],
): StoredKeys {
  if (given === undefined) return stored;
  const entries = Object.entries(given ?? {}).flatMap(([provider, keys]) =>
    keys && !saysNothing(keys) ? [[provider, keys] as const] : [],
  );
  return Object.fromEntries(
    entries.map(([provider, keys]) => [provider, kept(keys, stored[provider], [...at, provider])]),
  );
}

/** The form for responses. */
export function maskedKeys(stored: StoredKeys): UserKeys | null {
  if (Object.keys(stored).length === 0) return null;
  const masked = Object.entries(stored).map(([provider, keys]) => [
    provider,
    { ...keys, ...Object.fromEntries(secrets.filter((name) => keys[name]).map((name) => [name, MASK])) },
  ]);
  // Built from validated keys.
  return Object.fromEntries(masked) as UserKeys;
}

/** Whether the keys include a custom chat completions server. */
export function hasOwnServer(keys: StoredKeys): boolean {
  return keys['openai_compat']?.url !== undefined;
}

/** Error for a name that is not sent to any server because the keys include a custom server. */
export function unclearModel(name: string): string {
  return `Unknown generative model ${name}: the server of user_keys.openai_compat is asked by the name openai_compat`;
}

function kept(given: object, stored: ProviderKeys | undefined, at: readonly string[]): ProviderKeys {
  // Null counts as absent, and validated members have the types of keys.
  const keys = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as ProviderKeys;
  const masked = secrets.filter((name) => keys[name] === MASK);
  if (masked.length === 0) return keys;
  const lacking = masked.find((name) => stored?.[name] === undefined);
  if (lacking) throw refusedKey([...at, lacking], 'this masks a stored key, but none is stored');
  const moved = addressMembers.find((name) => keys[name] !== stored?.[name]);
  if (moved) throw refusedKey([...at, moved], 'the stored key belongs to another address: send the key again');
  return { ...keys, ...Object.fromEntries(masked.map((name) => [name, stored?.[name]])) };
}

function saysNothing(keys: object): boolean {
  return Object.values(keys).every((value) => value === null || value === undefined || value === '');
}

function refusedKey(loc: readonly string[], problem: string) {
  const violation: Violation = { type: 'value_error', loc, msg: `Value error, ${problem}`, input: MASK };
  return invalidRequest([violation]);
}
