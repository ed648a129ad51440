import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder, in the order of their names. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.sort();
}

/** Changes some bytes of a file where it is, the same ones for the same seed, and none of the last `spared`. */
export function flipBytes(file: string, { bytes = 40, seed = 1, spared = 0 } = {}): void {
  const content = readFileSync(file);
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const length = content.length - spared;
  for (let i = 0; i < bytes && length > 0; i += 1) {
    const at = next(length);
    content[at] = (content[at] ?? 0) ^ (1 + next(255));
  }
  writeFileSync(file, content);
}
