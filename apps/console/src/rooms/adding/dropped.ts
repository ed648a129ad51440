import type { Source } from './addition';
import { addSources } from './additions';

/** Files that operating systems put into folders, and nobody wants to find. */
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** A file of a folder that was dropped says its path in one of these. */
interface FileOfFolder extends File {
  readonly path?: string;
}

/** Adds files to a box, in the order of their paths. */
export function addFiles(kbid: string, files: readonly File[]): number {
  const sources = sourcesOfFiles(files);
  addSources(kbid, sources);
  return sources.length;
}

export function sourcesOfFiles(files: readonly FileOfFolder[]): readonly Source[] {
  return files
    .filter(({ name }) => !LITTER.has(name))
    .map((file) => ({ kind: 'file', file, path: pathOf(file) }) as const)
    .sort((one, other) => one.path.localeCompare(other.path));
}

function pathOf({ name, path, webkitRelativePath }: FileOfFolder): string {
  const found = (webkitRelativePath || path || name).replace(/^(\.?\/)+/, '');
  return found === '' ? name : found;
}
