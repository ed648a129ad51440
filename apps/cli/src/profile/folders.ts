import { join } from 'node:path';
import { CommandError, exitCodes } from '../exit-code';

export type Environment = Readonly<Record<string, string | undefined>>;

const places = {
  config: { variable: 'XDG_CONFIG_HOME', below: '.config' },
  state: { variable: 'XDG_STATE_HOME', below: '.local/state' },
} as const;

/** Folder of this program below the one that the system has for it. @throws CommandError where there is no home */
export function ownFolder(kind: keyof typeof places, env: Environment): string {
  const { variable, below } = places[kind];
  const folder = findFolder(kind, env);
  if (folder !== undefined) return folder;
  throw new CommandError(`There is no place for files: set HOME, or ${variable} (usually ~/${below})`, exitCodes.usage);
}

/** The same, or undefined. */
export function findFolder(kind: keyof typeof places, env: Environment): string | undefined {
  const { variable, below } = places[kind];
  const given = env[variable];
  // Relative paths are to be ignored, as the XDG specification says.
  if (given?.startsWith('/')) return join(given, 'lectern');
  const home = env['HOME'];
  return home ? join(home, below, 'lectern') : undefined;
}
