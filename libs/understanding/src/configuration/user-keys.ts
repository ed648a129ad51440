import { invalidRequest } from '@lectern/contracts/core';
import type { UserKeys } from '@lectern/contracts/knowledge-box';

/** Shown instead of a key. */
export const MASK = '********';

/** Keys as they are used: without providers that have none. */
export type StoredKeys = Readonly<Partial<Record<keyof UserKeys, { readonly key: string }>>>;

/**
 * The keys that a request leaves: all that it gives, with stored ones in the place of masks.
 *
 * @param given undefined leaves what is stored
 * @throws AppError `invalid_request` for a mask without a stored key
 */
export function keptKeys(given: UserKeys | null | undefined, stored: StoredKeys): StoredKeys {
  if (given === undefined) return stored;
  const entry = given?.openai_compat;
  if (!entry) return {};
  const key = entry.key === MASK ? stored.openai_compat?.key : entry.key;
  if (key !== undefined) return { openai_compat: { key } };
  const msg = 'Value error, this stands for a stored key, and none is stored';
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'user_keys', 'openai_compat', 'key'], msg, input: MASK }]);
}

/** As answers show them. */
export function maskedKeys(stored: StoredKeys): UserKeys | null {
  return stored.openai_compat ? { openai_compat: { key: MASK } } : null;
}
