import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { seededRandom } from './seeded-random';

/** Every file below a folder, in the order of their names. */
export function everyFileBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.sort();
}

/** Changes some bytes of a file in place, the same ones for the same seed, but none of the last `spared` bytes. */
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

/** Kinds of damage that a failing disk or a power failure causes. */
export const harms: Readonly<Record<string, (file: string, seed: number) => void>> = {
  'filled with zeros': (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
  'filled with random bytes': (file, seed) => {
    const random = seededRandom(seed);
    writeFileSync(
      file,
      Uint8Array.from({ length: statSync(file).size }, () => Math.floor(random() * 256)),
    );
  },
  'cut to nothing': (file) => truncateSync(file, 0),
  'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  deleted: (file) => rmSync(file),
};

/** Kind of a file: its name without the numbers, which is the same for all files of a kind. */
export function kindOfFile(path: string, root: string): string {
  const below = path
    .slice(root.length + 1)
    .replace(basename(path), (name) => name.replaceAll(/[0-9a-f-]{16,}|\d+/g, '*'));
  return below.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*');
}
