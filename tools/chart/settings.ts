import { read } from '../tidy/workspace';

/** Variables of the runtime and of native libraries, which are no settings of ours. */
export const foreign = [
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'PATH',
  'SSL_CERT_FILE',
];

const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)];

/** Settings of `libs/config`, from its reference, which another spec keeps current. */
export const settings: ReadonlySet<string> = new Set(rows.map(([, name = '']) => name));

/** Those that may be given as a file. */
export const secretSettings: ReadonlySet<string> = new Set(
  rows.filter(([, , type = '']) => type.includes('(secret)')).map(([, name = '']) => name),
);

/** Whether a process takes a variable: a setting, the file of a secret one, or one that is not ours. */
export function isKnown(variable: string): boolean {
  const secret = variable.replace(/_FILE$/, '');
  return settings.has(variable) || foreign.includes(variable) || (secret !== variable && secretSettings.has(secret));
}
