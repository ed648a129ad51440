import { resolve } from 'node:path';
import { LanceFolder, type LanceFolderOptions, type TableLayout } from './lance-folder';

interface Shared {
  readonly folder: LanceFolder;
  readonly writes: boolean;
  users: number;
}

const shared = new Map<string, Shared>();

/** The handle of one user of a shared folder. */
export interface FolderUse {
  readonly folder: LanceFolder;
  release(): Promise<void>;
}

/**
 * Opens the tables of a folder for one more user in this process: all services of one process share a writer, its cache
 * and its lock. A reader that was opened before the writer keeps its own.
 */
export function useFolder(options: LanceFolderOptions, layout: TableLayout): FolderUse {
  const path = resolve(options.folder);
  const known = shared.get(path);
  const writes = options.role === 'writer';
  const one =
    known && (known.writes || !writes) ? known : { folder: new LanceFolder(options, layout), writes, users: 0 };
  one.users += 1;
  shared.set(path, one);
  let released = false;
  return {
    folder: one.folder,
    release: async () => {
      if (released) return;
      released = true;
      one.users -= 1;
      if (one.users > 0) return;
      if (shared.get(path) === one) shared.delete(path);
      await one.folder.close();
    },
  };
}
