const LOG_LINES_MAX = 20;
const LOG_CHARS_MAX = 8_000;

/** The last lines of a log with new ones; consecutive equal lines appear once. */
export function loggedLines(log: string | null, lines: readonly string[]): string | null {
  const all = [...(log === null ? [] : log.split('\n')), ...lines.map((line) => line.replaceAll('\n', ' '))];
  const text = all
    .filter((line, at) => line !== all[at - 1])
    .slice(-LOG_LINES_MAX)
    .join('\n')
    .slice(-LOG_CHARS_MAX);
  return text === '' ? null : text;
}
