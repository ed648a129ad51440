import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Version in the package.json of Lectern, found upwards from here; `unknown` where only the build was shipped. */
export function programVersion(folder = __dirname): string {
  const file = join(folder, 'package.json');
  const { name, version }: { name?: string; version?: string } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  if (name === 'lectern' && version !== undefined) return version;
  const above = dirname(folder);
  return above === folder ? 'unknown' : programVersion(above);
}
