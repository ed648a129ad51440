import { type FSWatcher, watch } from 'node:fs';

/** Changes that come within this time are one. */
const QUIET_MS = 500;
/** A look without any sign of a change: events are lost on file systems of other machines. */
const LOOK_MS = 60_000;

/** Waits for changes below a folder. */
export interface FolderChanges {
  /** Resolves after the next change since the last call, or after a minute, or when it is over. */
  next(): Promise<void>;
  close(): void;
}

export function changesBelow(folder: string, signal: AbortSignal): FolderChanges {
  let [hasChanged, waiting]: [boolean, (() => void) | undefined] = [false, undefined];
  let quiet: NodeJS.Timeout | undefined;
  const wake = () => {
    hasChanged = true;
    waiting?.();
  };
  const note = () => {
    clearTimeout(quiet);
    quiet = setTimeout(wake, QUIET_MS);
  };
  const watcher = watcherOf(folder, note);
  signal.addEventListener('abort', wake, { once: true });
  return {
    next: async () => {
      const look = setTimeout(wake, LOOK_MS);
      if (!hasChanged && !signal.aborted) await new Promise<void>((resolve) => (waiting = resolve));
      clearTimeout(look);
      [hasChanged, waiting] = [false, undefined];
    },
    close: () => {
      clearTimeout(quiet);
      watcher?.close();
      signal.removeEventListener('abort', wake);
    },
  };
}

/** Where the system has no more watches, the look of every minute remains. */
function watcherOf(folder: string, note: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true }, note).on('error', () => undefined);
  } catch {
    return undefined;
  }
}
