import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A file of a set, and what others found in it. */
export interface Expected {
  readonly set: string;
  readonly path: string;
  readonly format: string;
  readonly password?: string;
  /** Accepted Markdown. */
  readonly markdown?: string;
  /** Strings that its text has. */
  readonly strings: readonly string[];
}

interface ManifestLine {
  readonly file: string;
  readonly format?: string;
  readonly password?: string;
  readonly expected?: string;
  readonly must_contain?: readonly string[];
}

/** Files of all sets in these folders, or below them: a set has a `manifest.jsonl`. */
export function documentsIn(folders: readonly string[], depth = 0): Expected[] {
  return folders.flatMap((folder) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some(({ name }) => name === 'manifest.jsonl')) return documentsOf(folder);
    const below = entries.filter((entry) => entry.isDirectory() && depth < FOLDERS_DEEP_MAX);
    return documentsIn(
      below.map(({ name }) => join(folder, name)),
      depth + 1,
    );
  });
}

function documentsOf(folder: string): Expected[] {
  const lines = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    if (line.trim() === '') return [];
    // The files of a set say what this interface says.
    const { file, format, password, expected, must_contain: strings = [] } = JSON.parse(line) as ManifestLine;
    const markdown = expected === undefined ? undefined : readFileSync(resolve(folder, expected), 'utf8');
    return [{ set: folder, path: resolve(folder, file), format: format || 'other', password, markdown, strings }];
  });
}

const FOLDERS_DEEP_MAX = 3;
