import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

let found: string | undefined;

/** Version in the project's own package.json, found upwards from here; `unknown` where only the build was shipped. */
export function productVersion(): string {
  found ??= read(__dirname) ?? 'unknown';
  return found;
}

function read(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const { name, version }: { readonly name?: string; readonly version?: string } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    if (name === 'lectern') return version;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : read(parent);
}
