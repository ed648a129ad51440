import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then what a start sets off is done. Collecting takes half a second of CPU: a short run does without. */
const AFTER_MS = 30_000;

/**
 * Gives back what loading and starting a program leaves behind: as much as what it keeps, and a process at rest would
 * never collect it. Once, some time after the start.
 */
export function collectStartLeftovers(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_MS).unref();
}
