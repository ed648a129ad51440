import type { SqlDialect } from '../dialect';

/** Pairs of quotes, and whether a backslash takes away the meaning of the next character between them. */
const quotes: Readonly<
  Record<Exclude<SqlDialect, 'postgresql'>, Readonly<Record<string, readonly [string, boolean]>>>
> = {
  mysql: { "'": ["'", true], '"': ['"', true], '`': ['`', false] },
  sqlite: { "'": ["'", false], '"': ['"', false], '`': ['`', false], '[': [']', false] },
};

/**
 * Whether a statement has a comment. Databases run what some of them contain (`/*! … *\/`), and disagree with parsers
 * about where they begin and end.
 */
export function hasComment(statement: string, dialect: Exclude<SqlDialect, 'postgresql'>): boolean {
  let close: readonly [string, boolean] | undefined;
  for (let at = 0; at < statement.length; at++) {
    const character = statement.charAt(at);
    if (close) {
      if (close[1] && character === '\\') at += 1;
      else if (character === close[0]) close = undefined;
      continue;
    }
    close = quotes[dialect][character];
    const two = statement.slice(at, at + 2);
    if (two === '--' || two === '/*' || two === '*/' || (character === '#' && dialect === 'mysql')) return true;
  }
  return false;
}
