type Members = Readonly<Record<string, unknown>>;

/**
 * An item without dates of the year 0, which earlier versions took for origins and messages. They are left out, as they
 * were of the boxes that had them, so that a backup of such a box can be restored.
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

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
