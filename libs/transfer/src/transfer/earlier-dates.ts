import { isObject } from '@lectern/contracts/core';

type Members = Readonly<Record<string, unknown>>;

/**
 * Removes dates in the year 0, which earlier versions accepted for origins and messages, from an item. They were also
 * removed from existing boxes; this allows backups of such boxes to be restored.
 */
export function withoutYearZero(item: unknown): unknown {
  if (!isObject(item)) return item;
  const { payload, message } = item;
  if (isObject(message)) return { ...item, message: without(message, ['timestamp']) };
  if (!isObject(payload) || !isObject(payload['origin'])) return item;
  return { ...item, payload: { ...payload, origin: without(payload['origin'], ['created', 'modified']) } };
}

function without(members: Members, names: readonly string[]): Members {
  const wrong = names.filter((name) => /^0000-/.test(String(members[name])));
  return wrong.length === 0
    ? members
    : Object.fromEntries(Object.entries(members).filter(([name]) => !wrong.includes(name)));
}
