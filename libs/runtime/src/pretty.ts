const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const shownApart = new Set(['level', 'time', 'msg', 'context', 'err']);

/** Formats a line of JSON for people: time, level, context, message, other members, and the stack below. */
export function pretty(line: string): string {
  const entry: unknown = JSON.parse(line);
  if (typeof entry !== 'object' || entry === null) return line;
  // Written by our own logger: pino's standard members.
  const { level, time, msg, context, err } = entry as Partial<Record<string, never>>;
  const rest = Object.entries(entry).filter(([name]) => !shownApart.has(name));
  const parts = [
    new Date(time ?? 0).toISOString().slice(11, 23),
    (levelNames[level ?? 30] ?? 'info').padEnd(5),
    context === undefined ? '' : `[${String(context)}]`,
    msg ?? '',
    ...rest.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ];
  return `${parts.filter((part) => part !== '').join(' ')}\n${stackOf(err)}`;
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return '';
  return `  ${String(error.stack).replaceAll('\n', '\n  ')}\n`;
}
